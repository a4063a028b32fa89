import { DAY, HOUR } from '@twinward/domain/duration';
import type { Range } from '../../../ui/chart/range.ts';

export const daysBack = 30;
/** Room for what is planned or due. */
const daysAhead = 10;

/** The start of the current hour: the range moves on by the hour, so that its points are not read anew all the time. */
export const startOfHour = (now: number): number => Math.floor(now / HOUR) * HOUR;

/** The last 30 days, and the next 10. @param hour epoch milliseconds */
export const latelyRange = (hour: number): Range => ({
  from: hour - daysBack * DAY,
  to: hour + daysAhead * DAY,
});
