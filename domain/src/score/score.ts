import { DAY } from '../duration.ts';
import { countUpTo, isWithin, type KnownEvent } from './known-events.ts';

/** An excursion, by the threshold that found it. Times in epoch milliseconds. */
export interface ScoredExcursion {
  /** Index into the protection's thresholds. */
  readonly threshold: number;
  readonly start: number;
  /** Null while it is open. */
  readonly end: number | null;
}

export interface ScoreOptions {
  /** How many thresholds the protection has. */
  readonly thresholds: number;
  /** What was observed, from <= time <= to; epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Until when failures would be known, epoch milliseconds. */
  readonly knownUntil: number;
  /** The P-F interval in milliseconds. */
  readonly pfInterval: number;
  /** An excursion that begins so long after the latest end begins a new episode; milliseconds. */
  readonly gap?: number;
}

/** How excursions stand against what happened. Lengths of time in milliseconds. */
export interface Standing {
  readonly hits: number;
  readonly misses: number;
  readonly excursions: number;
  readonly episodes: number;
  /** Null where no event is known. */
  readonly falseEpisodes: number | null;
  /** By years of 365 days; null where nothing was observed or no event is known. */
  readonly falseEpisodesPerYear: number | null;
  /** Null where no event is known. */
  readonly undecided: number | null;
  /** Of the failures that were caught, shortest first. */
  readonly notices: readonly number[];
}

export interface ScoredOutcome {
  readonly event: KnownEvent;
  readonly isCaught: boolean;
  /** The longest notice in milliseconds; null where it was missed or is no failure. */
  readonly notice: number | null;
  /** Those that caught it. */
  readonly thresholds: readonly number[];
}

export interface Score extends Standing {
  readonly thresholds: readonly Standing[];
  /** Of each event within what was observed, by time. */
  readonly outcomes: readonly ScoredOutcome[];
}

/** An excursion with what it means. */
interface Judged extends ScoredExcursion {
  readonly catches: boolean;
  /** How many restorations came before it. */
  readonly restored: number;
}

const year = 365 * DAY;

/**
 * Scores excursions against what is known to have happened. An event is caught where an excursion begins in its window
 * [begin, time); the notice of a failure is from the first such beginning to it. Excursions that begin in [time, end) of
 * a failure count neither way. The others are counted by episodes: an excursion that begins less than the gap after the
 * latest end so far belongs to the same one, unless a restoration lies between. An episode that catches nothing is
 * false, or undecided while a failure within the P-F interval after its last beginning may not be known yet.
 *
 * @param excursions by start
 * @param events by time, also those outside of what was observed
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
 * Says which excursions catch an event, leaves out those that begin during a repair, and notes in `firsts`, for each
 * event, when the first excursion of each threshold that catches it began.
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
