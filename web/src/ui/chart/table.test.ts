import { describe, expect, it } from 'vitest';
import type { ChartSeries } from './series.ts';
import { samplesIn, tablePage } from './table.ts';

const values = [1, null, 3, 4, 5];
const points: ChartSeries = {
  merged: false,
  width: 0,
  times: [10, 20, 30, 40, 50],
  low: values,
  mean: values,
  high: values,
  qualities: ['good', 'bad', 'uncertain', 'good', 'good'],
};

describe('the table of a chart', () => {
  it('pages through the samples of the range, excluding its end', () => {
    const range = { from: 20, to: 50 };
    expect(samplesIn(points, range)).toEqual({ first: 1, count: 3 });
    expect(tablePage(points, range, 0, 2).map(({ time }) => time)).toEqual([20, 30]);
    expect(tablePage(points, range, 1, 2).map(({ time }) => time)).toEqual([40]);
    expect(tablePage(points, range, 2, 2)).toEqual([]);
  });

  it('shows missing values and the quality', () => {
    expect(tablePage(points, { from: 20, to: 31 }, 0, 10)).toEqual([
      { time: 20, low: null, mean: null, high: null, count: 1, quality: 'bad' },
      { time: 30, low: 3, mean: 3, high: 3, count: 1, quality: 'uncertain' },
    ]);
  });

  it('shows the start of a bucket as its time', () => {
    const merged: ChartSeries = {
      merged: true,
      width: 10,
      times: [15, 25],
      low: [1, null],
      mean: [2, null],
      high: [3, null],
      counts: [4, 0],
    };
    expect(tablePage(merged, { from: 0, to: 100 }, 0, 10)).toEqual([
      { time: 10, low: 1, mean: 2, high: 3, count: 4, quality: 'good' },
      { time: 20, low: null, mean: null, high: null, count: 0, quality: 'bad' },
    ]);
  });
});
