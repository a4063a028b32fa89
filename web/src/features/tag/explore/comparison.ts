import { addDuration } from '@twinward/domain/duration';
import type { Range } from '../../../ui/chart/range.ts';

/** What the shown signals are compared with. */
export type Comparison =
  /** With themselves, directly before the shown range or a calendar month before it. */
  | { with: 'period' | 'month' }
  /** The page's own tag with a tag of another asset; null until one is chosen. */
  | { with: 'tag'; tagId: number | null };

export const comparisonLabels: Record<Comparison['with'], string> = {
  period: 'Compare with the previous period',
  month: 'Compare with the previous month',
  tag: 'Compare with another asset',
};

/** Reads `compare` of the URL: `period`, `month`, `tag`, or the id of a tag. Null for none. */
export function readComparison(text: string | null): Comparison | null {
  if (text === 'period' || text === 'month') return { with: text };
  if (text === 'tag') return { with: 'tag', tagId: null };
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? { with: 'tag', tagId: Number(text) } : null;
}

/** The text that `readComparison` reads. */
export const comparisonText = (comparison: Comparison): string =>
  comparison.with === 'tag' && comparison.tagId !== null ? String(comparison.tagId) : comparison.with;

/**
 * By how many milliseconds compared points are moved to later times, onto the shown range. A month before, the clock of
 * the time zone shows the same time on the same day of the month, or on its last day.
 */
export function comparisonShift(comparison: Comparison, range: Range, timeZone: string): number {
  switch (comparison.with) {
    case 'period':
      return Math.round(range.to - range.from);
    case 'month':
      return Math.round(range.from - addDuration(range.from, { months: -1, milliseconds: 0 }, timeZone));
    case 'tag':
      return 0;
  }
}
