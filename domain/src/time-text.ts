import { repeatedOffset } from './time-zone.ts';

/** How times are written. Times are ISO 8601 or epoch milliseconds. */

export type Moment = string | number | Date;

const epoch = (moment: Moment): number => (typeof moment === 'number' ? moment : new Date(moment).getTime());

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone);
  if (found === undefined) {
    found = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h12',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, found);
  }
  return found;
}

type Piece = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'dayPeriod';
function pieces(moment: Moment, timeZone: string): Record<Piece, string> {
  const all = formatter(timeZone).formatToParts(epoch(moment));
  return Object.fromEntries(all.map((part) => [part.type, part.value])) as Record<Piece, string>;
}

/** `yyyy-MM-dd`, as in 2014-02-07. */
export function formatDate(moment: Moment, timeZone: string): string {
  const { year, month, day } = pieces(moment, timeZone);
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

/**
 * `yyyy-MM-dd h:mm a`, as in 2014-02-07 2:55 PM; optionally with seconds. In a repeated hour the offset is added:
 * 2024-10-27 2:10 AM +02:00.
 */
export function formatDateTime(moment: Moment, timeZone: string, withSeconds = false): string {
  const { hour, minute, second, dayPeriod } = pieces(moment, timeZone);
  const clock = withSeconds ? `${hour}:${minute}:${second}` : `${hour}:${minute}`;
  return `${formatDate(moment, timeZone)} ${clock} ${dayPeriod}${repeatedOffset(epoch(moment), timeZone)}`;
}
