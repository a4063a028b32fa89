import type { NotifiedExcursion } from '@twinward/contracts/advisories/notification';
import { formatSpan } from './duration.ts';
import { formatNumber } from './number-text.ts';

/** The value of an input against its limit: `Temperature 90.5 °C (limit > 80 °C)`. */
export function valueText({ input, value, unit, limit }: NotifiedExcursion['values'][number]): string {
  const measured = `${input} ${formatNumber(value)}${unit === null ? '' : ` ${unit}`}`;
  return limit === null ? measured : `${measured} (limit ${limit})`;
}

/** An excursion in words: `Level 500. Temperature 90.5 °C (limit > 80 °C). Lasted 1 min.` */
export function excursionText({ level, values, start, end }: NotifiedExcursion): string {
  const parts = [
    ...(level === null ? [] : [`Level ${level}`]),
    ...(values.length === 0 ? [] : [values.map(valueText).join(', ')]),
    ...(start === null || end === null ? [] : [`Lasted ${formatSpan(Date.parse(end) - Date.parse(start))}`]),
  ];
  return parts.map((part) => `${part}.`).join(' ');
}
