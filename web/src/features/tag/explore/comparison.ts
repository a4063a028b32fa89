import { addDuration } from '@twinward/domain/duration';
import type { Range } from '../../../ui/chart/range.ts';

/** A comparison of the displayed signals. */
export type Comparison =
  /** With themselves, directly before the visible range or a calendar month before it. */
  | { with: 'period' | 'month' }
  /** The page's own tag with a tag of another asset; null until one is chosen. */
  | { with: 'tag'; tagId: number | null };

export const comparisonLabels: Record<Comparison['with'], string> = {
  period: 'Compare with the previous period',
  month: 'Compare with the previous month',
  tag: 'Compare with another asset',
};

/** Decodes the URL parameter `compare`: `period`, `month`, `tag`, or the id of a tag. Null if invalid or missing. */
export function readComparison(text: string | null): Comparison | null {
  if (text === 'period' || text === 'month') return { with: text };
  if (text === 'tag') return { with: 'tag', tagId: null };
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? { with: 'tag', tagId: Number(text) } : null;
}

/** Encodes a comparison for the URL. */
export const comparisonText = (comparison: Comparison): string =>
  comparison.with === 'tag' && comparison.tagId !== null ? String(comparison.tagId) : comparison.with;

/**
 * Milliseconds by which compared points are shifted to later times, onto the visible range. A month before means the
 * same clock time in the time zone on the same day of the month, or on its last day.
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
