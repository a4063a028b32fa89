import { DAY, HOUR } from '@twinward/domain/duration';
import type { Range } from '../../../ui/chart/range.ts';

export const daysBack = 30;
/** Days after now, for planned or due events. */
const daysAhead = 10;

/** The start of the current hour. The range advances hourly, so that its points are not refetched continuously. */
export const startOfHour = (now: number): number => Math.floor(now / HOUR) * HOUR;

/** The last 30 days, and the next 10. @param hour epoch milliseconds */
export const latelyRange = (hour: number): Range => ({
  from: hour - daysBack * DAY,
  to: hour + daysAhead * DAY,
});
