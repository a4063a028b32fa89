const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError when there is no such zone */
function formatOf(timeZone: string): Intl.DateTimeFormat {
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

/** Whether there is a time zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * How far a zone's clocks are ahead of UTC at a time, in milliseconds.
 *
 * @param timeZone an IANA name
 * @throws RangeError when there is no such zone
 */
export function offsetAt(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

/** What a zone's clocks read, as if that were UTC: calendar arithmetic then needs no zone. */
export function toWall(time: number, timeZone: string): number {
  return time + offsetAt(time, timeZone);
}

/**
 * The time at which a zone's clocks read so; one of both where they do twice. What they skip is counted on from
 * before: 2:30 is then 3:30.
 */
export function fromWall(wall: number, timeZone: string): number {
  const first = wall - offsetAt(wall, timeZone);
  const second = wall - offsetAt(first, timeZone);
  return toWall(second, timeZone) === wall ? second : Math.max(first, second);
}

/** A time as a zone's clocks read it, as ISO 8601 with its offset: 2024-07-01T10:00:00+02:00. It names one time only. */
export function isoWithOffset(time: number, timeZone: string): string {
  const wall = new Date(toWall(time, timeZone)).toISOString().replace(/(\.000)?Z$/, '');
  return wall + offsetText(time, timeZone);
}

/** How far a zone's clocks are ahead of UTC at a time, as ISO 8601 writes it: +02:00. */
export function offsetText(time: number, timeZone: string): string {
  const offset = offsetAt(time, timeZone);
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (number: number) => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Clocks are put back by two hours at most. */
const longestRepeat = 3 * 3_600_000;

/** Every time at which a zone's clocks read so, in order: two where they are put back over it, none where they skip it. */
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
