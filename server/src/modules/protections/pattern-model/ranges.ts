import { reversedRange } from '@twinward/contracts/core/time-range';
import { refuseProblems } from '../../../platform/rules.ts';
import type { RangeRow } from './store.ts';

export interface RangeContext {
  /** Epoch milliseconds; null for no limit. */
  trainingStart: number | null;
  trainingEnd: number | null;
  /** Names of patterns, by the id that ranges use. */
  names: ReadonlyMap<number, string>;
  now?: number;
}

/**
 * Checks the training ranges of a set.
 * @throws AppError `invalid-request` for ranges that overlap, are in the future, or lie outside of the training period.
 */
export function assertRanges(
  ranges: readonly RangeRow[],
  { trainingStart, trainingEnd, names, now = Date.now() }: RangeContext,
): void {
  if (trainingStart !== null && trainingEnd !== null && trainingStart >= trainingEnd) {
    refuseProblems([{ path: 'trainingEnd', message: reversedRange }]);
  }
  const inOrder = ranges.map((range, index) => ({ ...range, index }));
  inOrder.sort((one, other) => one.start - other.start);
  const describeRange = ({ patternId, start, end }: RangeRow) =>
    `${names.get(patternId)} from ${iso(start)} to ${iso(end)}`;
  const problems = inOrder.flatMap((range, position) => {
    const path = `training.${range.index}`;
    const before = inOrder[position - 1];
    if (before && before.end > range.start) {
      return [
        {
          path: `${path}.start`,
          message: `Ranges overlap: ${describeRange(before)}, and ${describeRange(range)}.`,
        },
      ];
    }
    if (range.end > now)
      return [{ path: `${path}.end`, message: `The range is in the future: ${describeRange(range)}.` }];
    if (range.start < (trainingStart ?? range.start) || range.end > (trainingEnd ?? range.end)) {
      const message = `The range lies outside of the training period: ${describeRange(range)}.`;
      return [{ path: `${path}.start`, message }];
    }
    return [];
  });
  refuseProblems(problems.slice(0, 20));
}

const iso = (time: number) => new Date(time).toISOString().replace(/(:00)?\.000Z$/, 'Z');
