import type { ResultColumn, ResultValue } from '@twinward/contracts/questions/query-result';
import { formatSpan } from '@twinward/domain/duration';
import { bucketText } from '@twinward/domain/queries/column-kinds';
import { unitText } from '@twinward/domain/unit-text';
import {
  currencySymbol,
  formatCount,
  formatDate,
  formatDateTime,
  formatExact,
  formatNumber,
  formatRelative,
} from '../../ui/format/format.ts';

/** Formatting of the columns and values of a result. */

/** The unit of a column's numbers; null without a unit. Durations contain their units in the text. */
export function columnUnit({ kind, unit }: ResultColumn): string | null {
  if (kind === 'duration') return null;
  return kind === 'money' ? currencySymbol() : unitText(unit ?? null);
}

/** The caption of a column with its unit. */
export function columnHeader(column: ResultColumn): string {
  const unit = columnUnit(column);
  return unit === null ? column.caption : `${column.caption} (${unit})`;
}

const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

function moneyText(value: number): string {
  const amount = Math.abs(value) < 100 && !Number.isInteger(value) ? cents : whole;
  return `${value < 0 ? '-' : ''}${currencySymbol()}${amount.format(Math.abs(value))}`;
}

/** A number as text, without its unit; money has its symbol. */
export function numberText({ kind, stored }: Pick<ResultColumn, 'kind' | 'stored'>, value: number): string {
  switch (kind) {
    case 'integer':
      return Math.abs(value) < 2 ** 53 ? formatCount(value) : formatNumber(value);
    case 'money':
      return moneyText(value);
    case 'duration':
      return value < 0 ? `-${formatSpan(-value * 1000)}` : formatSpan(value * 1000);
    default:
      return stored ? formatExact(value) : formatNumber(value);
  }
}

/** Formats a value of a column; a dash for null. Times are in the given zone. */
export function cellText(column: ResultColumn, value: ResultValue, timeZone: string): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    return column.width === undefined
      ? numberText(column, value)
      : `${numberText(column, value)} to ${numberText(column, value + column.width)}`;
  }
  const { by } = column;
  if (column.kind === 'date') return by === undefined ? value : bucketText(by, value, () => value);
  if (column.kind === 'date-time') {
    const exact = () => formatDateTime(value, timeZone);
    return by === undefined ? exact() : bucketText(by, formatDate(value, timeZone), exact);
  }
  return value;
}

/** Like `cellText`, with the unit after a number. */
export function textWithUnit(column: ResultColumn, value: ResultValue, timeZone: string): string {
  const text = cellText(column, value, timeZone);
  const unit = column.kind === 'money' || typeof value !== 'number' ? null : columnUnit(column);
  return unit === null ? text : `${text} ${unit}`;
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** A short number for an axis: 1.2M, $40K. */
export function axisText(column: ResultColumn, value: number): string {
  if (column.kind === 'duration') return numberText(column, value);
  const size = Math.abs(value);
  const text = size !== 0 && (size < 0.01 || size >= 1e15) ? value.toExponential(1) : compact.format(value);
  return column.kind === 'money' ? text.replace(/^-?/, (sign) => `${sign}${currencySymbol()}`) : text;
}

/** '20 s ago', or the exact time. */
export const ageText = (ranAt: string, now: number, timeZone: string): string =>
  formatRelative(ranAt, now) ?? formatDateTime(ranAt, timeZone);
