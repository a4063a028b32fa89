import { DAY } from '../duration.ts';
import type { KnownEvent } from './known-events.ts';
import { type ScoredExcursion, type ScoreOptions, scoreExcursions } from './score.ts';

/** The figure that a rule compares with its limit: the value, or its mean or standard deviation over a window. */
export type RuleShape = 'value' | 'average' | 'spread';

/** A rule of one input and one limit. */
export interface SuggestedRule {
  readonly shape: RuleShape;
  readonly direction: '>' | '<';
  readonly limit: number;
  /** Literal of the window, as in `#1h`. */
  readonly window: string;
  /** The observed range of the compared figure, and a round step for changing the limit. */
  readonly lowest: number;
  readonly highest: number;
  readonly step: number;
}

/** Points of an input, ascending by time. */
interface RulePoints {
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

type Observed = Omit<ScoreOptions, 'thresholds'>;

const windows = [
  ['#1m', 60_000],
  ['#5m', 300_000],
  ['#10m', 600_000],
  ['#1h', 3_600_000],
  ['#6h', 21_600_000],
  ['#1d', DAY],
  ['#7d', 7 * DAY],
] as const;
/** Minimum number of points in a window, at the usual interval. */
const pointsInWindow = 6;
/** More points are thinned. The displayed figures don't depend on it: the engine calculates them from all points. */
const mostPoints = 20_000;
const limitsTried = 120;
/** Without known events, the limit is the quantile of the figures at this share. */
const usualShare = 0.995;

/** The logic of a rule. @param input name of the input */
export function ruleLogic(input: string, { shape, direction, limit, window }: SuggestedRule): string {
  const figure = {
    value: `[${input}]`,
    average: `AVERAGE([${input}], ${window})`,
    spread: `STDDEV([${input}], ${window})`,
  }[shape];
  return `${figure} ${direction} ${limit}`;
}

/**
 * Suggests three rules, one of each shape. Each has the limit that catches most events with the fewest false episodes.
 * Of equally good limits, uses the middle one.
 *
 * @param events sorted by time; if empty, the limits are at the edge of the usual range
 */
export function suggestRules(
  points: RulePoints,
  events: readonly KnownEvent[],
  observed: Observed,
): SuggestedRule[] {
  const { times, values } = thin(points);
  if (times.length < 2) return [];
  const [window, length] = chooseWindow(times);
  const { means, spreads } = windowFigures(times, values, length);
  const suggest = (shape: RuleShape, figures: Float64Array, directions: readonly ('>' | '<')[]) => {
    const sorted = figures.filter(Number.isFinite).sort();
    const [lowest, highest] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
    const step = roundStep((highest - lowest) / 200);
    const base = { shape, window, lowest, highest, step };
    const tried = directions.map((direction) => ({
      direction,
      ...bestLimit(times, figures, sorted, direction, step, events, observed),
    }));
    const [best] = tried.sort((one, other) => other.worth - one.worth);
    return { ...base, direction: best!.direction, limit: best!.limit };
  };
  return [
    suggest('value', values, ['>', '<']),
    suggest('average', means, ['>', '<']),
    suggest('spread', spreads, ['>']),
  ];
}

function thin({ times, values }: RulePoints): { times: Float64Array; values: Float64Array } {
  const stride = Math.max(1, Math.ceil(times.length / mostPoints));
  const kept: [number, number][] = [];
  for (let i = 0; i < times.length; i += stride)
    if (Number.isFinite(values[i]!)) kept.push([times[i]!, values[i]!]);
  return {
    times: Float64Array.from(kept, ([time]) => time),
    values: Float64Array.from(kept, ([, value]) => value),
  };
}

function chooseWindow(times: Float64Array): readonly [string, number] {
  const distances = times
    .subarray(1)
    .map((time, i) => time - times[i]!)
    .sort();
  const usual = distances[distances.length >> 1]!;
  return windows.find(([, length]) => length >= pointsInWindow * usual) ?? windows.at(-1)!;
}

/** Mean and sample standard deviation of the points in (time - length, time], at each point. */
function windowFigures(
  times: Float64Array,
  values: Float64Array,
  length: number,
): { means: Float64Array; spreads: Float64Array } {
  const means = new Float64Array(times.length);
  const spreads = new Float64Array(times.length).fill(Number.NaN);
  // Relative to the first value, so that squares of large values keep their precision.
  const origin = values[0]!;
  let first = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < times.length; i++) {
    const value = values[i]! - origin;
    sum += value;
    squares += value * value;
    while (times[first]! <= times[i]! - length) {
      const left = values[first++]! - origin;
      sum -= left;
      squares -= left * left;
    }
    const count = i - first + 1;
    means[i] = origin + sum / count;
    if (count > 1) spreads[i] = Math.sqrt(Math.max(0, (squares - (sum * sum) / count) / (count - 1)));
  }
  return { means, spreads };
}

/** Returns the largest of 1, 2 or 5 times a power of ten that is at most the width. */
function roundStep(width: number): number {
  if (!(width > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(width));
  return Number((power * (width >= 5 * power ? 5 : width >= 2 * power ? 2 : 1)).toPrecision(1));
}

function bestLimit(
  times: Float64Array,
  figures: Float64Array,
  sorted: Float64Array,
  direction: '>' | '<',
  step: number,
  events: readonly KnownEvent[],
  observed: Observed,
): { limit: number; worth: number } {
  const round = (limit: number) => Number((Math.round(limit / step) * step).toPrecision(12));
  const at = (share: number) =>
    sorted[Math.round((direction === '>' ? share : 1 - share) * (sorted.length - 1))] ?? 0;
  if (events.length === 0) return { limit: round(at(usualShare)), worth: direction === '>' ? 1 : 0 };
  const [middle, edge] = [at(0.5), at(1)];
  const limits = new Set<number>();
  for (let i = 0; i < limitsTried; i++) limits.add(round(middle + ((edge - middle) * i) / limitsTried));
  const tried = [...limits].map((limit) => ({
    limit,
    worth: computeFMeasure(findExcursions(times, figures, direction, limit), events, observed),
  }));
  const worth = Math.max(...tried.map((one) => one.worth));
  const run = longestRun(tried.map((one) => one.worth === worth));
  return { limit: tried[run.from + (run.count >> 1)]!.limit, worth };
}

/** Returns the periods in which the figures exceed a limit. */
function findExcursions(
  times: Float64Array,
  figures: Float64Array,
  direction: '>' | '<',
  limit: number,
): ScoredExcursion[] {
  const found: { threshold: number; start: number; end: number | null }[] = [];
  let open: (typeof found)[number] | null = null;
  for (let i = 0; i < times.length; i++) {
    const isPast = direction === '>' ? figures[i]! > limit : figures[i]! < limit;
    if (isPast && open === null) {
      open = { threshold: 0, start: times[i]!, end: null };
      found.push(open);
    } else if (!isPast && open !== null) {
      open.end = times[i]!;
      open = null;
    }
  }
  return found;
}

/** Returns the F-measure of caught events, missed events and false episodes, 0 to 1. */
function computeFMeasure(
  excursions: readonly ScoredExcursion[],
  events: readonly KnownEvent[],
  observed: Observed,
): number {
  const { hits, misses, falseEpisodes } = scoreExcursions(excursions, events, { ...observed, thresholds: 1 });
  return hits === 0 ? 0 : (2 * hits) / (2 * hits + misses + (falseEpisodes ?? 0));
}

function longestRun(flags: readonly boolean[]): { from: number; count: number } {
  let longest = { from: 0, count: 0 };
  let current = { from: 0, count: 0 };
  for (const [place, flag] of flags.entries()) {
    current = flag
      ? { from: current.count === 0 ? place : current.from, count: current.count + 1 }
      : { from: 0, count: 0 };
    if (current.count > longest.count) longest = current;
  }
  return longest;
}
