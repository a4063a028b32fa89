import { relativeTimePattern } from '@twinward/contracts/questions/query-definition';
import { fromWall, toWall } from '../time-zone.ts';

const minute = 60_000;
/** ISO 8601 has four digits for these years. */
const isInYears1To9999 = (time: number): boolean => time >= -62_135_596_800_000 && time < 253_402_300_800_000;
const hour = 60 * minute;
const day = 24 * hour;
const fixedUnits: Readonly<Record<string, number>> = { m: minute, h: hour, d: day, w: 7 * day };
const monthsOfUnit: Readonly<Record<string, number>> = { M: 1, Q: 3, y: 12 };

export const isRelativeTime = (text: string): boolean => relativeTimePattern.test(text);

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Returns the first millisecond of the unit that contains a wall-clock time. Weeks begin on Monday. */
function unitStart(wall: number, unit: string): number {
  const date = new Date(wall);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (unit) {
    case 'h':
      return Math.floor(wall / hour) * hour;
    case 'd':
      return Math.floor(wall / day) * day;
    case 'w':
      return Math.floor(wall / day) * day - ((date.getUTCDay() + 6) % 7) * day;
    case 'M':
      return Date.UTC(year, month, 1);
    case 'Q':
      return Date.UTC(year, month - (month % 3), 1);
    default:
      return Date.UTC(year, 0, 1);
  }
}

/** Adds months. The day is reduced to the last one of the month. */
function addMonths(wall: number, months: number): number {
  const date = new Date(wall);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return date.getTime();
}

/**
 * Reads a time of a query. Days and longer units follow the calendar of the time zone; a date means its start.
 * @param text ISO 8601, a date, or a relative time such as `now-1M/M`
 * @param now epoch milliseconds
 * @returns epoch milliseconds, or null for any other text
 */
export function resolveTime(text: string, now: number, timeZone: string): number | null {
  const relative = relativeTimePattern.exec(text);
  if (relative) {
    const [, sign, digits, unit = '', start] = relative;
    const count = Number(digits ?? 0) * (sign === '-' ? -1 : 1);
    if (unit === 'm' || unit === 'h') {
      const moved = now + count * fixedUnits[unit]!;
      return start ? fromWall(unitStart(toWall(moved, timeZone), start), timeZone) : moved;
    }
    let wall = toWall(now, timeZone);
    if (unit) {
      wall =
        monthsOfUnit[unit] === undefined
          ? wall + count * fixedUnits[unit]!
          : addMonths(wall, count * monthsOfUnit[unit]);
    }
    return isInYears1To9999(wall) ? fromWall(start ? unitStart(wall, start) : wall, timeZone) : null;
  }
  const hasZone = /(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = Date.parse(hasZone ? text : isDay(text) ? `${text}T00:00:00Z` : `${text}Z`);
  if (!isInYears1To9999(time)) return null;
  return hasZone ? time : fromWall(time, timeZone);
}
