import type { Excursion } from '@twinward/contracts/protection';
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
  it('puts the highest level on top and lets an open one run to the latest data', () => {
    const bands = excursionBands(
      [excursion(1, at(0), null, 1000), excursion(2, at(1), at(2), 250)],
      noon + 5000,
    );
    expect(bands).toEqual([
      { id: 2, from: noon + 3_600_000, to: noon + 7_200_000, color: '#ffc107' },
      { id: 1, from: noon, to: noon + 5000, color: '#e5393a' },
    ]);
  });
  it('never ends one before it begins', () => {
    expect(excursionBands([excursion(1, at(0), null, null)], noon - 1)[0]).toMatchObject({
      from: noon,
      to: noon,
    });
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
