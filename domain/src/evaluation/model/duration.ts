import { fromWall, toWall } from '../../time-zone.ts';

/** A length of time whose months and years have no fixed length. */
export interface Duration {
  readonly months: number;
  readonly milliseconds: number;
}

const FORM =
  /^P(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

export const DAY = 86_400_000;

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
    (weeks * 7 + days) * DAY + hours * 3_600_000 + minutes * 60_000 + Math.round(seconds * 1000);
  return { months: whole, milliseconds: Math.round(milliseconds) };
}

/** Its length where it must be fixed: a month is 30 days and a year 365. */
export function fixedLength({ months, milliseconds }: Duration): number {
  const years = Math.trunc(months / 12);
  return (years * 365 + (months - years * 12) * 30) * DAY + milliseconds;
}

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
