import { describe, expect, it } from 'vitest';
import { foldMarks, type Mark, marksText } from './fold-marks.ts';

/** One pixel of the plot is one unit of time. */
const frame = { width: 1100, left: 100, right: 0, hasLabels: false };
const range = { from: 0, to: 1000 };
const mark = (time: number): Mark => ({
  key: String(time),
  time,
  label: `At ${time}`,
  to: '/',
  shape: 'done',
});

describe('marks on a time axis', () => {
  it('merges marks that are too close to be clicked separately', () => {
    const placed = foldMarks([mark(300), mark(10), mark(20), mark(33), mark(40)], range, frame);
    expect(placed.map(({ x, marks }) => [x, marks.map(({ time }) => time)])).toEqual([
      [110, [10, 20, 33]],
      [140, [40]],
      [400, [300]],
    ]);
  });

  it('omits marks outside the range', () => {
    expect(foldMarks([mark(-1), mark(1001)], range, frame)).toEqual([]);
  });

  it('names the first marks and counts the rest', () => {
    expect(marksText([mark(1), mark(2)])).toBe('At 1; At 2');
    expect(marksText([mark(1), mark(2), mark(3), mark(4), mark(5)])).toBe('At 1; At 2; At 3; and 2 more');
  });
});
