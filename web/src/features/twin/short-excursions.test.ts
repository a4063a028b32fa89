import type { Excursion } from '@twinward/contracts/protections/protection';
import { describe, expect, it } from 'vitest';
import { foldShortExcursions } from './short-excursions.ts';

describe('short excursions', () => {
  const excursion = (thresholdId: number, hour: number, minutes: number | null): Excursion => {
    const start = Date.parse('2024-02-01T00:00:00Z') + hour * 3_600_000;
    return {
      id: hour,
      twinId: 1,
      assetName: 'Pump',
      protectionId: 1,
      protectionName: 'Bearing',
      thresholdId,
      thresholdName: 'Hot',
      level: 500,
      start: new Date(start).toISOString(),
      end: minutes === null ? null : new Date(start + minutes * 60_000).toISOString(),
      evaluatedTo: null,
    };
  };
  const fold = (...all: Excursion[]) =>
    foldShortExcursions(all).map(({ newest, count }) => [newest.id, count]);

  it('are merged if three of a threshold are consecutive', () => {
    const folded = foldShortExcursions([excursion(1, 9, 5), excursion(1, 8, 5), excursion(1, 7, 5)]);
    expect(folded).toMatchObject([{ newest: { id: 9 }, count: 3, from: '2024-02-01T07:00:00.000Z' }]);
  });

  it('are not merged if few, interrupted by another threshold, long or open', () => {
    expect(fold(excursion(1, 9, 5), excursion(1, 8, 5))).toEqual([
      [9, 1],
      [8, 1],
    ]);
    expect(fold(excursion(1, 9, null), excursion(1, 8, 5), excursion(1, 7, 5), excursion(1, 6, 60))).toEqual([
      [9, 1],
      [8, 1],
      [7, 1],
      [6, 1],
    ]);
    expect(fold(excursion(1, 9, 5), excursion(1, 8, 5), excursion(2, 7, 5), excursion(1, 6, 5))).toHaveLength(
      4,
    );
    expect(fold()).toEqual([]);
  });
});
