import { fromWall, toWall } from './time-zone.ts';

/** Milliseconds. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A duration; months and years have no fixed length. */
export interface Duration {
  readonly months: number;
  readonly milliseconds: number;
}

const FORM =
  /^P(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

/**
 * Reads an ISO 8601 duration. Fractions are allowed in everything but months and years.
 *
 * @throws RangeError for any other text
 */
export function parseDuration(text: string): Duration {
  const parts = FORM.exec(text.trim());
  if (!parts || /^PT?$/i.test(text.trim()) || /T$/i.test(text.trim())) {
    throw new RangeError(`Not a duration: ${text}`);
  }
  const [years, months, weeks, days, hours, minutes, seconds] = parts
    .slice(1)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number, number];
  const whole = years * 12 + months;
  if (!Number.isInteger(whole)) throw new RangeError(`Not a whole number of months: ${text}`);
  const milliseconds =
    (weeks * 7 + days) * DAY + hours * HOUR + minutes * 60_000 + Math.round(seconds * 1000);
  return { months: whole, milliseconds: Math.round(milliseconds) };
}

/** Its length where it must be fixed: a month is 30 days and a year 365. */
export function fixedLength({ months, milliseconds }: Duration): number {
  const years = Math.trunc(months / 12);
  return (years * 365 + (months - years * 12) * 30) * DAY + milliseconds;
}

/**
 * An ISO 8601 duration in milliseconds, a month of 30 days and a year of 365.
 * @throws RangeError for any other text
 */
export const durationToMilliseconds = (duration: string): number => fixedLength(parseDuration(duration));

/**
 * Moves a time by a duration: months by the calendar of the time zone, at the same time of day and at most to the
 * month's last day; the rest by its length.
 */
export function addDuration(time: number, { months, milliseconds }: Duration, timeZone: string): number {
  return (months === 0 ? time : addMonths(time, months, timeZone)) + milliseconds;
}

function addMonths(time: number, months: number, timeZone: string): number {
  const local = new Date(toWall(time, timeZone));
  const day = local.getUTCDate();
  local.setUTCDate(1);
  local.setUTCMonth(local.getUTCMonth() + months);
  const last = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate();
  local.setUTCDate(Math.min(day, last));
  return fromWall(local.getTime(), timeZone);
}

/** Pattern of stored durations: upper case, with fractions of seconds only. */
const pattern =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Days in each part of an ISO 8601 duration, in the order of the pattern's groups. */
const daysOfPart = [365, 30, 7, 1, 1 / 24, 1 / 1440, 1 / 86_400];

/**
 * Converts an ISO 8601 duration to days, with fractions. A year counts 365 days and a month 30, as everywhere without a
 * calendar: in mission times and characteristic lives.
 * @throws RangeError for any other text.
 */
export function durationToDays(duration: string): number {
  const parts = pattern.exec(duration);
  if (!parts) throw new RangeError(`'${duration}' is no ISO 8601 length of time`);
  return daysOfPart.reduce((days, length, index) => days + Number(parts[index + 1] ?? 0) * length, 0);
}

/**
 * Formats days as an ISO 8601 duration, to the nanosecond: a percentage that was converted to a duration must be
 * recoverable.
 */
export function daysToDuration(days: number): string {
  let whole = Math.floor(days);
  let seconds = Number(((days - whole) * 86_400).toFixed(9));
  if (seconds === 86_400) {
    whole += 1;
    seconds = 0;
  }
  const text = BigInt(whole).toString();
  if (seconds === 0) return `P${text}D`;
  // toFixed avoids the exponent of small numbers.
  return `P${text}DT${seconds.toFixed(9).replace(/\.?0+$/, '')}S`;
}

/** Formats whole seconds as an ISO 8601 duration in days and seconds. */
export function secondsToDuration(seconds: number): string {
  const days = Math.trunc(seconds / 86_400);
  const rest = seconds - days * 86_400;
  return rest === 0 ? `P${days}D` : `P${days}DT${rest}S`;
}

/** Milliseconds in each unit of a duration. */
const units = [
  ['P', DAY, 'D'],
  ['PT', HOUR, 'H'],
  ['PT', 60_000, 'M'],
] as const;

/** Formats whole milliseconds as an ISO 8601 duration in the largest unit that divides them. */
export function millisecondsToDuration(milliseconds: number): string {
  for (const [before, length, after] of units) {
    if (milliseconds % length === 0) return `${before}${milliseconds / length}${after}`;
  }
  return `PT${milliseconds / 1000}S`;
}

/** Formats milliseconds in their two largest units: 2 y 40 d, 3 d 4 h, 12 min, 45 s. A year is 365 days. */
export function formatSpan(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const units: [number, string][] = [
    [Math.floor(seconds / 31_536_000), 'y'],
    [Math.floor((seconds % 31_536_000) / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ];
  const first = units.findIndex(([count]) => count > 0);
  if (first === -1) return '0 s';
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
