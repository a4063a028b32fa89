import type { Excursion } from '@twinward/contracts/protections/protection';
import { formatSpan } from './format.ts';

type Span = Pick<Excursion, 'start' | 'end' | 'evaluatedTo'>;

/** Start and end of an excursion in epoch milliseconds. An open excursion ends at the last evaluation. */
export function excursionSpan({ start, end, evaluatedTo }: Span): { from: number; to: number } {
  const from = Date.parse(start);
  const to = end ?? evaluatedTo;
  return { from, to: to ? Math.max(from, Date.parse(to)) : from };
}

/** '5 d', or 'open, 5 d' */
export function excursionLength(excursion: Span): string {
  const { from, to } = excursionSpan(excursion);
  return `${excursion.end === null ? 'open, ' : ''}${formatSpan(to - from)}`;
}
