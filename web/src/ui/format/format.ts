import { formatSpan } from '@twinward/domain/duration';
import { formatDuration } from '@twinward/domain/duration-text';
import { formatExact, formatNumber } from '@twinward/domain/number-text';
import { formatDate, formatDateTime, type Moment } from '@twinward/domain/time-text';

/** Formatting of numbers, money, times and durations. Times are ISO 8601 or epoch milliseconds. */

const epoch = (moment: Moment): number => (typeof moment === 'number' ? moment : new Date(moment).getTime());

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** '4 min ago' for a recent time; null for older and future times, which are shown as dates. */
export function formatRelative(moment: Moment, now: number): string | null {
  const age = now - epoch(moment);
  if (age < -minute || age >= 7 * day) return null;
  if (age < minute) return 'just now';
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  if (age < day) return `${Math.floor(age / hour)} h ago`;
  const days = Math.floor(age / day);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

export { formatDate, formatDateTime, formatDuration, formatExact, formatNumber, formatSpan };

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

let symbol = '$';

/** The currency symbol in the tenant's settings. */
export const currencySymbol = (): string => symbol;

/** Sets the symbol before amounts of money. */
export function setCurrencySymbol(next: string): void {
  symbol = next;
}

/** Money in whole units of the currency: $12,345. */
export const formatMoney = (value: number): string =>
  `${value < 0 ? '-' : ''}${symbol}${whole.format(Math.abs(value))}`;

/** Formats percent: 12 %. @param digits fixed number of decimal places */
export const formatPercent = (value: number, digits = 0): string =>
  `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative' })} %`;

export const formatCount = (value: number): string => whole.format(value);

export const formatTimes = (count: number): string =>
  count === 1 ? '1 time' : `${formatCount(count)} times`;
