const formats = new Map<string, Intl.DateTimeFormat>();

function wallFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
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

/** How far the clock of a zone is ahead of UTC at a moment, in milliseconds. */
function offset(time: number, timeZone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of wallFormat(timeZone).formatToParts(time)) parts[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

/** What the clock on a zone's wall reads, as if that were UTC: calendar arithmetic then needs no zone. */
export const toWall = (time: number, timeZone: string) => time + offset(time, timeZone);

/** The moment at which a zone's clock reads so; the later one where a change of the clock skips it. */
export function fromWall(wall: number, timeZone: string): number {
  const guess = wall - offset(wall, timeZone);
  return wall - offset(guess, timeZone);
}
