import { describe, expect, it } from 'vitest';
import { mergePoints } from './merge-points.ts';

const block = (times: number[], values: number[]) => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values),
  length: times.length,
});

describe('calculated points for a chart', () => {
  it('are drawn one by one while there are few', () => {
    expect(mergePoints(block([0, 5], [1, 2]), { from: 0, to: 10 }, 2)).toEqual({
      merged: false,
      width: 0,
      times: [0, 5],
      low: [1, 2],
      mean: [1, 2],
      high: [1, 2],
    });
  });

  it('are merged into buckets on the grid of the range, empty ones left out', () => {
    const points = block([100, 104, 109, 130, 131], [1, 2, 6, 4, 8]);
    expect(mergePoints(points, { from: 100, to: 140 }, 4)).toEqual({
      merged: true,
      width: 10,
      times: [105, 135],
      low: [1, 4],
      mean: [3, 6],
      high: [6, 8],
      counts: [3, 2],
    });
  });

  it('only reads as many as there are', () => {
    const points = { ...block([0, 1, 2], [1, 2, 3]), length: 1 };
    expect(mergePoints(points, { from: 0, to: 10 }, 4).times).toEqual([0]);
  });
});
