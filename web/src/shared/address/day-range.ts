import { DAY } from '@twinward/domain/duration';
import { fromWall } from '@twinward/domain/time-zone';

/** Converts a range of days in the URL of a list (`yyyy-MM-dd`) to ISO 8601 times in a time zone; null for no limit. */
export const dayRange = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): { from: string | null; before: string | null } => ({
  from: startOfDay(from, timeZone),
  before: startOfDay(to, timeZone, DAY),
});

/** The start of a day, or of the day `more` days later; null if invalid. */
function startOfDay(text: string | undefined, timeZone: string, more = 0): string | null {
  const wall = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(wall) ? null : new Date(fromWall(wall + more, timeZone)).toISOString();
}
