import type { Excursion } from '@twinward/contracts/protection';
import { levelColor } from '../scales.ts';
import type { Band } from './chart-option.ts';
import type { Range } from './range.ts';

/** When an excursion begins and ends; an open one runs to the latest data. */
export function excursionSpan(excursion: Excursion, latest: number): Range {
  const from = Date.parse(excursion.start);
  return { from, to: excursion.end === null ? Math.max(from, latest) : Date.parse(excursion.end) };
}

/** Excursions as bands in their levels' colours, the highest level last, so that it lies on top. */
export function excursionBands(excursions: readonly Excursion[], latest: number): Band[] {
  return [...excursions]
    .sort((one, other) => (one.level ?? -1) - (other.level ?? -1))
    .map((excursion) => ({
      id: excursion.id,
      ...excursionSpan(excursion, latest),
      color: levelColor(excursion.level),
    }));
}

/** Whether an excursion, open ones without end, is at any time inside a range. */
export const overlaps = ({ start, end }: Excursion, range: Range): boolean =>
  Date.parse(start) < range.to && (end === null || Date.parse(end) > range.from);
