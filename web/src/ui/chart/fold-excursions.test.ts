import { describe, expect, it } from 'vitest';
import { type CountedSpan, foldExcursions, highestLevel } from './fold-excursions.ts';

/** One pixel of the plot is one unit of time. */
const frame = { width: 1000, left: 0, right: 0, hasLabels: false };
const range = { from: 0, to: 1000 };
const span = (from: number, to: number, level: number | null = 250, count = 1): CountedSpan => ({
  from,
  to,
  level,
  count,
});
const fold = (spans: readonly CountedSpan[]) => foldExcursions(spans, range, frame);

describe('excursions as blocks', () => {
  it('merges short adjacent excursions into one block with their count and highest level', () => {
    expect(fold([span(100, 102), span(110, 112, 750), span(120, 121, 250, 5)])).toEqual([
      { from: 100, to: 121, level: 750, count: 7, isFolded: true },
    ]);
  });

  it('keeps pairs, distant excursions and long excursions as separate blocks', () => {
    expect(fold([span(100, 102), span(110, 112)])).toHaveLength(2);
    expect(fold([span(100, 102), span(200, 202), span(300, 302)])).toHaveLength(3);
    expect(fold([span(100, 150), span(151, 200), span(201, 250)]).every(({ isFolded }) => !isFolded)).toBe(
      true,
    );
  });

  it('depends on the scale', () => {
    const spans = [span(100, 102), span(110, 112), span(120, 122)];
    expect(foldExcursions(spans, { from: 90, to: 130 }, frame)).toHaveLength(3);
  });

  it('draws the highest level last, and omits excursions outside the range', () => {
    expect(
      fold([span(10, 60, 1000), span(20, 70, null), span(30, 80, 250), span(2000, 2100)]).map(
        ({ level }) => level,
      ),
    ).toEqual([null, 250, 1000]);
  });
});

describe('the highest level', () => {
  it.each([
    [[span(0, 1, 250), span(0, 1, 750), span(0, 1, null)], 750],
    [[span(0, 1, null)], null],
    [[span(0, 1, null), span(0, 1, 0)], 0],
    [[], null],
  ])('of %j is %s', (spans, level) => expect(highestLevel(spans)).toBe(level));
});
