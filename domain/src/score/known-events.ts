import type { KnownHistory, MarkedRange } from '@twinward/contracts/protections/known-history';
import { durationToMilliseconds } from '../duration.ts';
import { findFailures } from '../risk/mtbf.ts';

/** A known event. Times in epoch milliseconds. */
export interface KnownEvent {
  readonly type: 'work' | 'range';
  /** Id of the first work, or of the marked range. */
  readonly id: number;
  readonly name: string;
  /** An excursion that begins in [begin, time) catches it. */
  readonly begin: number;
  /** Time of the failure; for a range without a failure, its end. */
  readonly time: number;
  /** End of the repair: excursions that begin in [time, end) are ignored. */
  readonly end: number;
  /** Whether `time` is that of a failure. Notice is then measured, and `end` is a restoration. */
  readonly isFailure: boolean;
}

export interface KnownEvents {
  /** Sorted by time. */
  readonly events: readonly KnownEvent[];
  /** ISO 8601, the longest of the failure modes. */
  readonly pfInterval: string;
  readonly pfSource: 'failure-mode' | 'assumed';
}

type Mode = KnownHistory['failureModes'][number];
type Failure = Omit<KnownEvent, 'isFailure'>;

/** Default P-F interval, if no linked failure mode has one. */
const assumedInterval = 'P30D';

/**
 * Returns the events that a protection against some failure modes is scored against: failures by work with their
 * mechanisms or without a mechanism, and ranges marked for them or for no failure mode. Without failure modes, all
 * failures. The window of a failure begins with the P-F interval of its possible modes, or with its marked range if
 * that is earlier, but no earlier than the previous restoration.
 */
export function findKnownEvents(
  { work, ranges, failureModes }: Omit<KnownHistory, 'knownUntil'>,
  failureModeIds: readonly number[],
): KnownEvents {
  const modes = failureModes.filter(({ id }) => failureModeIds.includes(id));
  const meant = work.filter(
    ({ mechanism }) => modes.length === 0 || possibleModes(modes, mechanism).length > 0,
  );
  const marked = ranges.filter(
    ({ failureModeId }) =>
      modes.length === 0 || failureModeId === null || modes.some(({ id }) => id === failureModeId),
  );
  const byId = new Map(meant.map((item) => [item.id, item]));
  const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const repairs = findFailures(
    meant.map((item) => ({ ...item, corrective: true })),
    always,
  ).map(({ start, end, workIds }): Failure => {
    const { id, name, mechanism } = byId.get(workIds[0]!)!;
    const interval = longestInterval(possibleModes(modes, mechanism)) ?? assumedInterval;
    return { type: 'work', id, name, begin: start - durationToMilliseconds(interval), time: start, end };
  });
  const replaced = new Set<Failure>();
  const markedFailures = marked.flatMap((range): Failure[] => {
    if (range.failedAt === null) return [];
    const repair = findRepair(range, repairs);
    if (repair) replaced.add(repair);
    const event = toFailure(range, Date.parse(range.failedAt));
    const own =
      range.failureModeId === null ? modes : failureModes.filter(({ id }) => id === range.failureModeId);
    const interval = longestInterval(own) ?? longestInterval(modes) ?? assumedInterval;
    return [
      {
        ...event,
        begin: Math.min(event.begin, event.time - durationToMilliseconds(interval)),
        end: Math.max(event.end, repair?.end ?? event.end),
      },
    ];
  });
  const failures = [...repairs.filter((repair) => !replaced.has(repair)), ...markedFailures];
  const ends = (those: readonly Failure[]) => those.map(({ end }) => end).sort((one, other) => one - other);
  const lasting = ends(failures.filter(({ time, end }) => end > time));
  const instant = ends(failures.filter(({ time, end }) => end <= time));
  // The end of an instantaneous repair is a restoration for later failures only.
  const restoredBefore = (time: number) => Math.max(lastUpTo(lasting, time), lastUpTo(instant, time - 1));
  const events = [
    ...failures.map((failure) => ({
      ...failure,
      begin: Math.max(failure.begin, restoredBefore(failure.time)),
      isFailure: true,
    })),
    ...marked.flatMap((range) =>
      range.failedAt === null ? [{ ...toFailure(range, Date.parse(range.end)), isFailure: false }] : [],
    ),
  ].sort((one, other) => one.time - other.time || one.id - other.id);
  const interval = longestInterval(modes);
  return {
    events,
    pfInterval: interval ?? assumedInterval,
    pfSource: interval === null ? 'assumed' : 'failure-mode',
  };
}

const toFailure = ({ id, note, start, end }: MarkedRange, time: number): Failure => ({
  type: 'range',
  id,
  name: note,
  begin: Date.parse(start),
  time,
  end: Date.parse(end),
});

/** Returns the repair of a marked failure: the ongoing one at its time, else the next in the range, else the last. */
function findRepair(range: MarkedRange, repairs: readonly Failure[]): Failure | undefined {
  const [start, end, failedAt] = [
    Date.parse(range.start),
    Date.parse(range.end),
    Date.parse(range.failedAt!),
  ];
  return (
    repairs.find((repair) => repair.time <= failedAt && repair.end > failedAt) ??
    repairs.find((repair) => repair.time >= failedAt && repair.time <= end) ??
    repairs.findLast((repair) => repair.time >= start && repair.time <= end)
  );
}

/** The last of sorted times at or before a time; -Infinity without any. */
function lastUpTo(times: readonly number[], time: number): number {
  return times[countUpTo(times, time) - 1] ?? Number.NEGATIVE_INFINITY;
}

/** The number of sorted times at or before a time. */
export function countUpTo(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The possible failure modes of work with a mechanism; a missing mechanism on either side matches. */
function possibleModes(modes: readonly Mode[], mechanism: string | null): Mode[] {
  return modes.filter(
    (mode) => mode.mechanism === null || mechanism === null || mode.mechanism === mechanism,
  );
}

function longestInterval(modes: readonly Mode[]): string | null {
  const intervals = modes.flatMap(({ pfInterval }) => (pfInterval === null ? [] : [pfInterval]));
  return (
    intervals.sort((one, other) => durationToMilliseconds(other) - durationToMilliseconds(one))[0] ?? null
  );
}

/** Whether an event is within the observed range: a failure inside it, or an overlapping range. */
export const isWithin = (
  { isFailure, begin, time }: KnownEvent,
  { from, to }: { from: number; to: number },
): boolean => (isFailure ? time >= from && time <= to : begin < to && time > from);
