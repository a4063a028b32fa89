import type { Excursion } from '@twinward/contracts/protections/protection';
import { describe, expect, it } from 'vitest';
import { excursionBands, overlaps } from './bands.ts';

const excursion = (id: number, start: string, end: string | null, level: number | null): Excursion => ({
  id,
  twinId: 1,
  assetName: 'Machine',
  protectionId: 1,
  protectionName: 'Overheating',
  thresholdId: 1,
  thresholdName: 'High',
  level,
  start,
  end,
});
const noon = Date.UTC(2014, 1, 7, 12);
const at = (hours: number) => new Date(noon + hours * 3_600_000).toISOString();

describe('excursions as bands', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const spans = (excursions: Excursion[], latest = noon + 9 * hour) =>
    excursionBands(excursions, latest).map(({ from, to, color }) => [
      (from - noon) / hour,
      (to - noon) / hour,
      color,
    ]);

  it('shows the highest level that is open at each moment', () => {
    expect(spans([excursion(1, at(0), at(4), 250), excursion(2, at(1), at(2), 1000)])).toEqual([
      [0, 1, '#ffc107'],
      [1, 2, '#e5393a'],
      [2, 4, '#ffc107'],
    ]);
  });

  it('lets an open one run to the latest data', () => {
    expect(spans([excursion(1, at(0), null, 1000)], noon + hour)).toEqual([[0, 1, '#e5393a']]);
  });

  it('joins those of one level that touch or overlap, and leaves gaps', () => {
    expect(
      spans([
        excursion(1, at(0), at(2), 250),
        excursion(2, at(1), at(3), 250),
        excursion(3, at(3), at(4), 250),
        excursion(4, at(5), at(6), null),
      ]),
    ).toEqual([
      [0, 4, '#ffc107'],
      [5, 6, '#9E9E9E'],
    ]);
  });

  it('never ends one before it begins', () => {
    expect(spans([excursion(1, at(0), null, 250)], noon - 1)).toEqual([]);
  });
});

describe('excursions in a range', () => {
  const range = { from: noon, to: noon + 3_600_000 };
  it.each([
    [at(-2), at(-1), false],
    [at(-2), at(0), false],
    [at(-2), at(0.5), true],
    [at(0.2), at(0.5), true],
    [at(1), at(2), false],
    [at(-2), null, true],
    [at(2), null, false],
  ])('from %s to %s: %s', (start, end, expected) => {
    expect(overlaps(excursion(1, start, end, 0), range)).toBe(expected);
  });
});
