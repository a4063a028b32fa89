import { offsetAt } from '../time-zone.ts';

const day = 86_400_000;

/** Whether a zone's clocks show a local time once, never or twice. Times are epoch milliseconds. */
export type LocalMeaning =
  | { kind: 'once'; instant: number }
  /** The clocks were set forward past it. */
  | { kind: 'skipped' }
  /** The clocks were set back, and showed it before and after. */
  | { kind: 'twice'; first: number; second: number; from: number; until: number };

/** A time zone. */
interface TimeZone {
  /** @param local date and time in the zone, as if it were UTC */
  findMeaning(local: number): LocalMeaning;
}

/** A calendar day: the offsets at its start and end, and when they changed. */
interface DayOffsets {
  before: number;
  after: number;
  /** The first instant with the offset `after`. */
  change: number;
}

/** @param name an IANA name */
export function createTimeZone(name: string): TimeZone {
  /** Cache by day number: computing an offset takes microseconds. */
  const days = new Map<number, DayOffsets>();

  function getOffsets(number: number): DayOffsets {
    let offsets = days.get(number);
    if (!offsets) {
      const start = (number - 1) * day;
      const end = (number + 2) * day;
      const before = offsetAt(start, name);
      const after = offsetAt(end, name);
      offsets = { before, after, change: before === after ? end : changeBetween(start, end, after) };
      days.set(number, offsets);
    }
    return offsets;
  }

  function changeBetween(start: number, end: number, after: number): number {
    let low = start;
    let high = end;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle, name) === after) high = middle;
      else low = middle;
    }
    return high;
  }

  return {
    findMeaning(local) {
      const { before, after, change } = getOffsets(Math.floor(local / day));
      if (before === after || local < change + Math.min(before, after))
        return { kind: 'once', instant: local - before };
      if (local >= change + Math.max(before, after)) return { kind: 'once', instant: local - after };
      if (after > before) return { kind: 'skipped' };
      const from = change + after;
      return {
        kind: 'twice',
        first: local - before,
        second: local - after,
        from,
        until: change + before,
      };
    },
  };
}
