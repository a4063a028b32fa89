import type { ProtectionScore } from '@twinward/contracts/protections/protection-score';

/** An excursion, by the threshold that found it. Times in epoch milliseconds. */
export interface ScoredExcursion {
  /** Index into the protection's thresholds. */
  readonly threshold: number;
  readonly start: number;
}

/** Something that is known to have happened. Times in epoch milliseconds. */
export interface KnownEvent {
  /** From when on an excursion that begins counts as notice of it. */
  readonly begin: number;
  /** The failure itself: what begins from here on gives no notice any more. */
  readonly time: number;
  /** Until when what begins is the event's own and no false alarm: a repair's end. */
  readonly end: number;
}

/** A known event by where it is known from: work names the moment of a failure, a marked range a stretch. */
export interface SourcedEvent extends KnownEvent {
  readonly type: 'work' | 'range';
}

/** Whether an event is one of what was observed: a failure within it, or a range that overlaps it. */
export const isWithin = (
  { type, begin, time }: SourcedEvent,
  { from, to }: { from: number; to: number },
): boolean => (type === 'range' ? begin < to && time > from : time >= from && time <= to);

/** How excursions stand against what happened. Lengths of time in milliseconds. */
export interface Standing {
  readonly hits: number;
  readonly misses: number;
  readonly excursions: number;
  readonly falseAlarms: number;
  /** By years of 365 days; null where nothing was observed. */
  readonly falseAlarmsPerYear: number | null;
  /** Of the hits, shortest first. */
  readonly leadTimes: readonly number[];
}

export interface Score extends Standing {
  readonly thresholds: readonly Standing[];
  /** Of each event, in their order: the longest notice, null for a miss, and the thresholds that gave any. */
  readonly notices: readonly { readonly leadTime: number | null; readonly thresholds: readonly number[] }[];
}

/**
 * Scores excursions against what is known to have happened in from <= time <= to. An event is hit when an excursion
 * begins in [begin, time), and the lead time is from the first such one to the event. An excursion that begins in no
 * event's [begin, end) is a false alarm. Excursions count by when they begin: one that always stands gives no notice.
 *
 * @param excursions by start
 */
export function scoreExcursions(
  excursions: readonly ScoredExcursion[],
  events: readonly KnownEvent[],
  { thresholds, from, to }: { thresholds: number; from: number; to: number },
): Score {
  const counted = excursions.filter(({ start }) => start >= from && start <= to);
  const alarms = falseAlarms(counted, events);
  const firsts = events.map((event) => firstNotices(counted, event));
  const standing = (belongs: (threshold: number) => boolean): Standing => {
    const leadTimes = firsts
      .flatMap((notices, index) => {
        const own = [...notices].filter(([threshold]) => belongs(threshold)).map(([, start]) => start);
        return own.length === 0 ? [] : [events[index]!.time - Math.min(...own)];
      })
      .sort((one, other) => one - other);
    const falseCount = alarms.filter(({ threshold }) => belongs(threshold)).length;
    return {
      hits: leadTimes.length,
      misses: events.length - leadTimes.length,
      excursions: counted.filter(({ threshold }) => belongs(threshold)).length,
      falseAlarms: falseCount,
      falseAlarmsPerYear: to > from ? (falseCount * year) / (to - from) : null,
      leadTimes,
    };
  };
  return {
    ...standing(() => true),
    thresholds: Array.from({ length: thresholds }, (_, index) =>
      standing((threshold) => threshold === index),
    ),
    notices: firsts.map((notices, index) => ({
      leadTime: notices.size === 0 ? null : events[index]!.time - Math.min(...notices.values()),
      thresholds: [...notices.keys()].sort((one, other) => one - other),
    })),
  };
}

/** A known event by what it is called. */
export interface NamedEvent extends SourcedEvent {
  readonly id: number;
  readonly name: string;
}

/** A score as it is answered and shown: by the names of what was scored. */
export type NamedScore = Omit<
  ProtectionScore,
  'from' | 'to' | 'pfInterval' | 'pfSource' | 'ranges' | 'advisories'
>;

/**
 * Says of a score what its thresholds and events are called.
 *
 * @param events those that were scored, in their order
 */
export function namedScore(
  { thresholds: own, notices, ...standing }: Score,
  thresholds: readonly { name: string; level: number | null }[],
  events: readonly NamedEvent[],
): NamedScore {
  return {
    ...standing,
    leadTimes: [...standing.leadTimes],
    thresholds: own.map((one, index) => ({
      index,
      name: thresholds[index]!.name,
      level: thresholds[index]!.level,
      ...one,
      leadTimes: [...one.leadTimes],
    })),
    events: events.map(({ type, id, name, begin, time }, index) => ({
      type,
      id,
      name,
      begin: new Date(begin).toISOString(),
      time: new Date(time).toISOString(),
      leadTime: notices[index]!.leadTime,
      thresholds: [...notices[index]!.thresholds],
    })),
  };
}

const year = 365 * 86_400_000;

/** Of each threshold that gave notice of an event, when its first excursion that did began. */
function firstNotices(
  excursions: readonly ScoredExcursion[],
  { begin, time }: KnownEvent,
): Map<number, number> {
  const notices = new Map<number, number>();
  for (let index = firstFrom(excursions, begin); index < excursions.length; index++) {
    const { threshold, start } = excursions[index]!;
    if (start >= time) break;
    if (!notices.has(threshold)) notices.set(threshold, start);
  }
  return notices;
}

function firstFrom(excursions: readonly ScoredExcursion[], time: number): number {
  let low = 0;
  let high = excursions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (excursions[middle]!.start < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The excursions that begin in no event. */
function falseAlarms(
  excursions: readonly ScoredExcursion[],
  events: readonly KnownEvent[],
): ScoredExcursion[] {
  const byBegin = [...events].sort((one, other) => one.begin - other.begin);
  let next = 0;
  let covered = Number.NEGATIVE_INFINITY;
  return excursions.filter(({ start }) => {
    while (next < byBegin.length && byBegin[next]!.begin <= start) {
      const { time, end } = byBegin[next++]!;
      covered = Math.max(covered, time, end);
    }
    return start >= covered;
  });
}
