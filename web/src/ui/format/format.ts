import { formatSpan } from '@twinward/domain/duration';
import { formatExact, formatNumber } from '@twinward/domain/number-text';
import { repeatedOffset } from '@twinward/domain/time-zone';

/** Formatting of numbers, money, times and durations. Times are ISO 8601 or epoch milliseconds. */

type Moment = string | number | Date;

const epoch = (moment: Moment): number => (typeof moment === 'number' ? moment : new Date(moment).getTime());

const parts = new Map<string, Intl.DateTimeFormat>();
function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = parts.get(timeZone);
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
    parts.set(timeZone, found);
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

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** '4 min ago' for a recent time; null for older times, for which the date is shown, and for future ones. */
export function formatRelative(moment: Moment, now: number): string | null {
  const age = now - epoch(moment);
  if (age < -minute || age >= 7 * day) return null;
  if (age < minute) return 'just now';
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  if (age < day) return `${Math.floor(age / hour)} h ago`;
  const days = Math.floor(age / day);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

export { formatExact, formatNumber, formatSpan };

const durationUnits = [
  ['year', /(\d+)Y/],
  ['month', /^P[^T]*?(\d+)M/],
  ['week', /(\d+)W/],
  ['day', /(\d+)D/],
  ['hour', /T[^M]*?(\d+)H/],
  ['minute', /T.*?(\d+)M/],
  ['second', /(\d+(?:\.\d+)?)S/],
] as const;

/** The time of a calculated length, which has only seconds: P812DT34567S. */
const onlySeconds = /T(\d{4,}(?:\.\d+)?)S$/;

function withHours(text: string, given: string): string {
  const seconds = Math.round(Number(given));
  const rest = seconds % 3600;
  return seconds < 3600 ? text : `T${(seconds - rest) / 3600}H${Math.floor(rest / 60)}M${rest % 60}S`;
}

/**
 * An ISO 8601 duration in words: P1000D is '1,000 days', P1Y6M '1 year 6 months', P812DT34567S '812 days 9 hours 36
 * minutes 7 seconds'.
 */
export function formatDuration(iso: string): string {
  const whole = iso.replace(onlySeconds, withHours);
  const words = durationUnits.flatMap(([unit, pattern]) => {
    const count = Number(pattern.exec(whole)?.[1] ?? 0);
    return count === 0 ? [] : [`${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`];
  });
  return words.join(' ') || '0 days';
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

let symbol = '$';

/** The currency of amounts of money, as the tenant has set it. */
export const currencySymbol = (): string => symbol;

/** Sets the symbol before amounts of money. */
export function setCurrencySymbol(next: string): void {
  symbol = next;
}

/** Money in whole units of the currency: $12,345. */
export const formatMoney = (value: number): string =>
  `${value < 0 ? '-' : ''}${symbol}${whole.format(Math.abs(value))}`;

/** Percent, as 12 %. @param digits after the decimal point, all of them shown */
export const formatPercent = (value: number, digits = 0): string =>
  `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative' })} %`;

export const formatCount = (value: number): string => whole.format(value);

export const formatTimes = (count: number): string =>
  count === 1 ? '1 time' : `${formatCount(count)} times`;
