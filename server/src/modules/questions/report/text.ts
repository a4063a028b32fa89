import type { ResultColumn, ResultValue } from '@twinward/contracts/questions/query-result';
import { formatSpan } from '@twinward/domain/duration';
import { bucketText } from '@twinward/domain/queries/column-kinds';
import { repeatedOffset } from '@twinward/domain/time-zone';
import { unitText } from '@twinward/domain/unit-text';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const significant = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });

export const count = (value: number): string => whole.format(value);

/** Formats a count with its noun: 1 alarm, 2 alarms. */
export const counted = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

/** Formats a number with at most this many decimals. */
export const decimal = (value: number, digits: number): string =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }).format(value);

/** Formats an amount in whole currency units: -$12,345. */
export const money = (value: number, symbol: string): string =>
  `${value < 0 ? '-' : ''}${symbol}${whole.format(Math.abs(value))}`;

/** Formats a number with up to six significant digits and its unit (UCUM). */
export function measured(value: number, unit: string | null): string {
  const text = Math.abs(value) < 100_000 ? significant.format(value) : whole.format(value);
  const shown = unitText(unit);
  return shown === null ? text : `${text} ${shown}`;
}

/** Formats a time: 2026-03-02 11:30, with the offset in an hour that occurs twice. */
export function timeText(time: string | number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const moment = new Date(time);
  return `${format.format(moment)}${repeatedOffset(moment.getTime(), timeZone)}`;
}

/** Currency and time zone of a mail. */
export interface TextStyle {
  currencySymbol: string;
  timeZone: string;
}

/** Formats a value of a query; null is a dash. */
export function cellText(
  column: ResultColumn,
  value: ResultValue,
  { currencySymbol, timeZone }: TextStyle,
): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    const text = (number: number) => {
      if (column.kind === 'money') return money(number, currencySymbol);
      if (column.kind === 'duration') return `${number < 0 ? '-' : ''}${formatSpan(Math.abs(number) * 1000)}`;
      return measured(number, column.unit ?? null);
    };
    return column.width === undefined ? text(value) : `${text(value)} to ${text(value + column.width)}`;
  }
  if (column.kind !== 'date' && column.kind !== 'date-time') return value;
  const exact = column.kind === 'date' ? value : timeText(value, timeZone);
  return column.by === undefined ? exact : bucketText(column.by, exact.slice(0, 10), () => exact);
}
