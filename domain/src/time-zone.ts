const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for an unknown zone */
function getFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** Whether a time zone of that name exists. */
export function isTimeZone(name: string): boolean {
  try {
    getFormat(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * The UTC offset of a zone at a time, in milliseconds.
 *
 * @param timeZone an IANA name
 * @throws RangeError for an unknown zone
 */
export function offsetAt(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of getFormat(timeZone).formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

/** The wall-clock time of a zone, as if it were UTC: calendar arithmetic then needs no zone. */
export function toWall(time: number, timeZone: string): number {
  return time + offsetAt(time, timeZone);
}

/**
 * The time of a wall-clock time in a zone; in a repeated hour, one of both. A skipped time is moved forward: 2:30
 * becomes 3:30.
 */
export function fromWall(wall: number, timeZone: string): number {
  const first = wall - offsetAt(wall, timeZone);
  const second = wall - offsetAt(first, timeZone);
  return toWall(second, timeZone) === wall ? second : Math.max(first, second);
}

/** The calendar day of a time in a zone, as yyyy-mm-dd. */
export function toLocalDay(time: number, timeZone: string): string {
  return new Date(toWall(time, timeZone)).toISOString().slice(0, 10);
}

/** A time in a zone as ISO 8601 with its offset, which makes it unambiguous: 2024-07-01T10:00:00+02:00. */
export function isoWithOffset(time: number, timeZone: string): string {
  const wall = new Date(toWall(time, timeZone)).toISOString().replace(/(\.000)?Z$/, '');
  return wall + offsetText(time, timeZone);
}

/** The UTC offset of a zone at a time, as in ISO 8601: +02:00. */
function offsetText(time: number, timeZone: string): string {
  const offset = offsetAt(time, timeZone);
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (number: number) => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** ' +02:00' in an hour that the clocks of a zone repeat, else ''. */
export const repeatedOffset = (time: number, timeZone: string): string =>
  timesOfWall(toWall(time, timeZone), timeZone).length > 1 ? ` ${offsetText(time, timeZone)}` : '';

/** Clocks are put back by two hours at most. */
const longestRepeat = 3 * 3_600_000;

/** All times with a given wall-clock time in a zone, in order: two in a repeated hour, none in a skipped one. */
export function timesOfWall(wall: number, timeZone: string): number[] {
  if (timeZone === 'UTC') return [wall];
  const near = wall - offsetAt(wall, timeZone);
  const offsets = new Set(
    [near - longestRepeat, near + longestRepeat].map((time) => offsetAt(time, timeZone)),
  );
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((time) => toWall(time, timeZone) === wall)
    .sort((one, other) => one - other);
}
