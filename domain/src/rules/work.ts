import { durationToDays } from '../duration.ts';

/** The times of work, in epoch milliseconds; null without one. */
interface WorkTimes {
  start: number | null;
  completed: number | null;
}

/** Tolerance for clock differences. */
const clockTolerance = 60_000;

/** The errors in the times of work, by field. @param now epoch milliseconds */
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

/** About 114 years. Also the limit of imported work. */
export const mostWorkHours = 1_000_000;

/** The error in the duration of work. @param duration ISO 8601, null if unknown */
export function workDurationProblems(duration: string | null): { path: 'duration'; message: string }[] {
  if (duration === null || durationToDays(duration) * 24 <= mostWorkHours) return [];
  return [{ path: 'duration', message: 'Please give a length of time of at most 1,000,000 hours.' }];
}
