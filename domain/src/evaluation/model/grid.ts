import { addDuration, DAY, type Duration } from '../../duration.ts';

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
  if (interval.months === 0) return counterGrid(start, interval.milliseconds);
  const at = (index: number) =>
    addDuration(
      start,
      { months: interval.months * index, milliseconds: interval.milliseconds * index },
      timeZone,
    );
  return {
    at,
    nearest(satisfied, completion) {
      // Bisection between bounds of what a month can last.
      const elapsed = completion - start;
      const indexBy = (month: number) =>
        Math.floor(elapsed / (interval.months * month + interval.milliseconds));
      let low = Math.max(satisfied + 1, indexBy(32 * DAY) - 1);
      let high = Math.max(low, indexBy(27 * DAY) + 1);
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (at(middle + 1) - completion < completion - at(middle)) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}
