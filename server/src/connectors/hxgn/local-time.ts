import { fromWall, toWall } from '@twinward/domain/time-zone';
import type { DateFormat } from './config.ts';

/** Dates of grids are local times, with minutes, in the format of the installation. */

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** Order of day, month and year by format. */
const orders: Readonly<
  Record<DateFormat, readonly ['day' | 'month' | 'year', string, 'day' | 'month', string, 'day' | 'year']>
> = {
  'DD-MON-YYYY': ['day', '-', 'month', '-', 'year'],
  'YYYY-MM-DD': ['year', '-', 'month', '-', 'day'],
  'DD/MM/YYYY': ['day', '/', 'month', '/', 'year'],
  'MM/DD/YYYY': ['month', '/', 'day', '/', 'year'],
};

/** Parses a local date. Returns epoch milliseconds, or null if it has another format. */
export function parseLocal(text: string, format: DateFormat, zone: string): number | null {
  const found = /^(\w+)[-/](\w+)[-/](\w+)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?/.exec(text.trim());
  if (!found) return null;
  const [first, , second, , third] = orders[format];
  const parts = { [first]: found[1]!, [second]: found[2]!, [third]: found[3]! } as Record<string, string>;
  const named = months.indexOf(parts.month!.toUpperCase());
  const month = named >= 0 ? named : Number(parts.month) - 1;
  const [hour, minute, seconds] = found.slice(4).map((part) => Number(part ?? 0));
  const wall = Date.UTC(Number(parts.year), month, Number(parts.day), hour, minute, seconds);
  return Number.isNaN(wall) ? null : fromWall(wall, zone);
}

/**
 * Formats a time for a filter of rows at or after it. In the hour before clocks go back, the result is an hour earlier,
 * because the local times of that hour are ambiguous.
 */
export function filterTime(time: number, format: DateFormat, zone: string): string {
  const hour = 3_600_000;
  const wall = new Date(Math.min(toWall(time, zone), toWall(time + hour, zone) - hour));
  const two = (number: number) => String(number).padStart(2, '0');
  const parts = {
    day: two(wall.getUTCDate()),
    month: format === 'DD-MON-YYYY' ? months[wall.getUTCMonth()]! : two(wall.getUTCMonth() + 1),
    year: String(wall.getUTCFullYear()),
  };
  const [first, separator, second, , third] = orders[format];
  const date = `${parts[first]}${separator}${parts[second]}${separator}${parts[third]}`;
  return `${date} ${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`;
}
