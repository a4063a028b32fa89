import { durationToDays } from '../duration.ts';

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

/** Some 114 years, of work and of a row of work that is imported. */
export const mostWorkHours = 1_000_000;

/** What is wrong with how long work takes. @param duration ISO 8601, null where nobody knows */
export function workDurationProblems(duration: string | null): { path: 'duration'; message: string }[] {
  if (duration === null || durationToDays(duration) * 24 <= mostWorkHours) return [];
  return [{ path: 'duration', message: 'Please give a length of time of at most 1,000,000 hours.' }];
}
