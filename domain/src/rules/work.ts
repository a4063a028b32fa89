/** The times of work, in epoch milliseconds; null where it has none. */
export interface WorkTimes {
  start: number | null;
  completed: number | null;
}

/** Clocks differ a little. */
const clockTolerance = 60_000;

/** What is wrong with the times of work, by field. @param now epoch milliseconds */
export function workTimeProblems(
  { start, completed }: WorkTimes,
  now: number,
): { path: 'completed'; message: string }[] {
  if (completed === null) return [];
  if (completed > now + clockTolerance) {
    return [{ path: 'completed', message: "Work can't be completed in the future." }];
  }
  if (start !== null && completed < start) {
    return [{ path: 'completed', message: "Work can't be completed before it starts." }];
  }
  return [];
}
