import { DAY } from '../duration.ts';
import { countUpTo, isWithin, type KnownEvent } from './known-events.ts';

/** An excursion, with its threshold. Times in epoch milliseconds. */
export interface ScoredExcursion {
  /** Index into the protection's thresholds. */
  readonly threshold: number;
  readonly start: number;
  /** Null while open. */
  readonly end: number | null;
}

export interface ScoreOptions {
  /** Number of thresholds of the protection. */
  readonly thresholds: number;
  /** The observed range, from <= time <= to; epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Until when failures would be recorded, epoch milliseconds. */
  readonly knownUntil: number;
  /** The P-F interval in milliseconds. */
  readonly pfInterval: number;
  /** An excursion that begins this long after the latest end starts a new episode; milliseconds. */
  readonly gap?: number;
}

/** The score of excursions against known events. Durations in milliseconds. */
interface Standing {
  readonly hits: number;
  readonly misses: number;
  readonly excursions: number;
  readonly episodes: number;
  /** Null without known events. */
  readonly falseEpisodes: number | null;
  /** Per year of 365 days; null without observation or known events. */
  readonly falseEpisodesPerYear: number | null;
  /** Null without known events. */
  readonly undecided: number | null;
  /** Of the failures caught, shortest first. */
  readonly notices: readonly number[];
}

interface ScoredOutcome {
  readonly event: KnownEvent;
  readonly isCaught: boolean;
  /** The longest notice in milliseconds; null if it was missed or is not a failure. */
  readonly notice: number | null;
  /** The thresholds that caught it. */
  readonly thresholds: readonly number[];
}

export interface Score extends Standing {
  readonly thresholds: readonly Standing[];
  /** Of each event within the observed range, by time. */
  readonly outcomes: readonly ScoredOutcome[];
}

/** A classified excursion. */
interface Judged extends ScoredExcursion {
  readonly catches: boolean;
  /** The number of earlier restorations. */
  readonly restored: number;
}

const year = 365 * DAY;

/**
 * Scores excursions against known events. An event is caught if an excursion begins in its window [begin, time); the
 * notice of a failure is the time from the first such excursion to the failure. Excursions that begin in [time, end) of
 * a failure are ignored. The others form episodes: an excursion that begins within the gap after the latest end so far
 * belongs to the same episode, unless a restoration lies between. An episode that catches nothing is false, or
 * undecided while a failure within the P-F interval after its last excursion may not be recorded yet.
 *
 * @param excursions sorted by start
 * @param events sorted by time, including those outside the observed range
 */
export function scoreExcursions(
  excursions: readonly ScoredExcursion[],
  events: readonly KnownEvent[],
  options: ScoreOptions,
): Score {
  const { thresholds, from, to } = options;
  const counted = excursions.filter(({ start }) => start >= from && start <= to);
  const firsts = events.map(() => new Map<number, number>());
  const judged = judge(counted, events, firsts);
  const within = events.flatMap((event, index) =>
    isWithin(event, options) ? [{ event, first: firsts[index]! }] : [],
  );
  const standing = (belongs: (threshold: number) => boolean): Standing => {
    const own = within.map(({ event, first }) => ({
      event,
      starts: [...first].flatMap(([threshold, start]) => (belongs(threshold) ? [start] : [])),
    }));
    const caught = own.filter(({ starts }) => starts.length > 0);
    const episodes = countEpisodes(
      judged.filter(({ threshold }) => belongs(threshold)),
      options,
    );
    const isScored = within.length > 0;
    return {
      hits: caught.length,
      misses: own.length - caught.length,
      excursions: counted.filter(({ threshold }) => belongs(threshold)).length,
      episodes: episodes.total,
      falseEpisodes: isScored ? episodes.false : null,
      falseEpisodesPerYear: isScored && to > from ? (episodes.false * year) / (to - from) : null,
      undecided: isScored ? episodes.undecided : null,
      notices: caught
        .flatMap(({ event, starts }) => (event.isFailure ? [event.time - Math.min(...starts)] : []))
        .sort((one, other) => one - other),
    };
  };
  return {
    ...standing(() => true),
    thresholds: Array.from({ length: thresholds }, (_, index) =>
      standing((threshold) => threshold === index),
    ),
    outcomes: within.map(({ event, first }) => ({
      event,
      isCaught: first.size > 0,
      notice: event.isFailure && first.size > 0 ? event.time - Math.min(...first.values()) : null,
      thresholds: [...first.keys()].sort((one, other) => one - other),
    })),
  };
}

/**
 * Marks the excursions that catch an event, removes those that begin during a repair, and records in `firsts`, for each
 * event, the first excursion of each threshold that catches it.
 */
function judge(
  excursions: readonly ScoredExcursion[],
  events: readonly KnownEvent[],
  firsts: readonly Map<number, number>[],
): Judged[] {
  const restorations = events.flatMap(({ isFailure, end }) => (isFailure ? [end] : []));
  restorations.sort((one, other) => one - other);
  const byBegin = events.map((event, index) => ({ event, first: firsts[index]! }));
  byBegin.sort((one, other) => one.event.begin - other.event.begin);
  let next = 0;
  let active: typeof byBegin = [];
  return excursions.flatMap((excursion): Judged[] => {
    const { threshold, start } = excursion;
    while (next < byBegin.length && byBegin[next]!.event.begin <= start) active.push(byBegin[next++]!);
    active = active.filter(({ event }) => Math.max(event.time, event.end) > start);
    let catches = false;
    for (const { event, first } of active) {
      if (start >= event.time) continue;
      catches = true;
      if (!first.has(threshold)) first.set(threshold, start);
    }
    const isInRepair = active.some(({ event }) => event.isFailure && start >= event.time);
    if (!catches && isInRepair) return [];
    return [{ ...excursion, catches, restored: countUpTo(restorations, start) }];
  });
}

function countEpisodes(
  excursions: readonly Judged[],
  { knownUntil, pfInterval, gap = DAY }: ScoreOptions,
): { total: number; false: number; undecided: number } {
  const counts = { total: 0, false: 0, undecided: 0 };
  let latestEnd = Number.NEGATIVE_INFINITY;
  let lastStart = Number.NEGATIVE_INFINITY;
  let restored = -1;
  let catches = false;
  const close = (): void => {
    if (counts.total === 0 || catches) return;
    if (lastStart > knownUntil - pfInterval) counts.undecided += 1;
    else counts.false += 1;
  };
  for (const excursion of excursions) {
    if (excursion.start - latestEnd >= gap || excursion.restored !== restored) {
      close();
      counts.total += 1;
      latestEnd = Number.NEGATIVE_INFINITY;
      restored = excursion.restored;
      catches = false;
    }
    latestEnd = Math.max(latestEnd, excursion.end ?? Number.POSITIVE_INFINITY);
    lastStart = excursion.start;
    catches ||= excursion.catches;
  }
  close();
  return counts;
}
