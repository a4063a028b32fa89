import { addDuration, type Duration } from './duration.ts';

/** The plan's points of a fixed schedule: index 0 is its start, each later one is due after the one before. */
export interface Grid {
  at(index: number): number;
  /** The point nearest to a completion among those after `satisfied`; of two equally near the earlier. */
  nearest(satisfied: number, completion: number): number;
}

/** Readings of a counter: start, start + interval, ... */
export function counterGrid(start: number, interval: number): Grid {
  return {
    at: (index) => start + index * interval,
    nearest: (satisfied, completion) =>
      Math.max(satisfied + 1, Math.ceil((completion - start) / interval - 0.5)),
  };
}

/** Times from a start date on, by the calendar where the interval has months. */
export function calendarGrid(start: number, interval: Duration, timeZone: string): Grid {
  const at = (index: number) =>
    addDuration(
      start,
      { months: interval.months * index, milliseconds: interval.milliseconds * index },
      timeZone,
    );
  const step = at(1) - start;
  return {
    at,
    nearest: (satisfied, completion) => {
      // Months differ by at most a tenth: begin below, and walk up.
      let index = Math.max(satisfied + 1, Math.floor(((completion - start) / step) * 0.9) - 1);
      while (at(index + 1) - completion < completion - at(index)) index += 1;
      return index;
    },
  };
}
