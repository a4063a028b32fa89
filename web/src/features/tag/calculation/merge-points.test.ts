import { describe, expect, it } from 'vitest';
import { mergePoints } from './merge-points.ts';

const block = (times: number[], values: number[]) => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values),
  length: times.length,
});

describe('calculated points for a chart', () => {
  it('are drawn one by one if there are few', () => {
    expect(mergePoints(block([0, 5], [1, 2]), { from: 0, to: 10 }, 2)).toEqual({
      merged: false,
      width: 0,
      times: [0, 5],
      low: [1, 2],
      mean: [1, 2],
      high: [1, 2],
    });
  });

  it('are merged into buckets of a round length, without empty ones', () => {
    const hour = 3_600_000;
    const points = block(
      [10, 10.4, 10.9, 13, 13.1].map((time) => time * hour),
      [1, 2, 6, 4, 8],
    );
    expect(mergePoints(points, { from: 10 * hour, to: 13.5 * hour }, 4)).toEqual({
      merged: true,
      width: hour,
      times: [10.5 * hour, 13.5 * hour],
      low: [1, 4],
      mean: [3, 6],
      high: [6, 8],
      counts: [3, 2],
    });
  });

  it('include only the given number of points', () => {
    const points = { ...block([0, 1, 2], [1, 2, 3]), length: 1 };
    expect(mergePoints(points, { from: 0, to: 10 }, 4).times).toEqual([0]);
  });
});
