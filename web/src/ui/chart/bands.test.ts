import { describe, expect, it } from 'vitest';
import { excursionBands, type LevelSpan, levelSpans } from './bands.ts';

const noon = Date.UTC(2014, 1, 7, 12);
const hour = 3_600_000;
const excursion = (from: number, to: number, level: number | null): LevelSpan => ({
  from: noon + from * hour,
  to: noon + to * hour,
  level,
});

describe('excursionBands', () => {
  const spans = (excursions: LevelSpan[]) =>
    excursionBands(excursions).map(({ from, to, color }) => [
      (from - noon) / hour,
      (to - noon) / hour,
      color,
    ]);

  it('shows the highest level that is open at each moment', () => {
    expect(spans([excursion(0, 4, 250), excursion(1, 2, 1000)])).toEqual([
      [0, 1, '#ffc107'],
      [1, 2, '#e5393a'],
      [2, 4, '#ffc107'],
    ]);
  });

  it('merges bands of one level that touch or overlap, and leaves gaps', () => {
    expect(
      spans([excursion(0, 2, 250), excursion(1, 3, 250), excursion(3, 4, 250), excursion(5, 6, null)]),
    ).toEqual([
      [0, 4, '#ffc107'],
      [5, 6, '#9E9E9E'],
    ]);
  });

  it("converts the thresholds' spans drawn by the server", () => {
    expect(levelSpans([{ level: 250, spans: [{ start: noon, end: noon + hour }] }])).toEqual([
      excursion(0, 1, 250),
    ]);
  });
});
