import { addDuration, DAY, type Duration } from '../../duration.ts';

/** The points of a fixed schedule: index 0 is its start, and each later one is due after its predecessor. */
export interface Grid {
  at(index: number): number;
  /**
   * The point nearest to a completion among those after `satisfied`; the earlier one if two are equally near.
   */
  nearest(satisfied: number, completion: number): number;
}

/** Counter readings: start, start + interval, ... */
export function counterGrid(start: number, interval: number): Grid {
  return {
    at: (index) => start + index * interval,
    nearest: (satisfied, completion) =>
      Math.max(satisfied + 1, Math.ceil((completion - start) / interval - 0.5)),
  };
}

/** Times from a start date on; intervals with months follow the calendar. */
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
      // Bisection between bounds for the length of a month.
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
