import type { PointSeries } from '@twinward/contracts/signals/data-point';
import { describe, expect, it } from 'vitest';
import {
  connectedRuns,
  emptySeries,
  longestStep,
  nearestSample,
  questionableTimes,
  toChartSeries,
  valuesIn,
} from './series.ts';

const points = (
  times: number[],
  values: (number | null)[],
  qualities?: ('good' | 'uncertain' | 'bad')[],
): PointSeries => ({
  tagId: 1,
  from: 0,
  to: 1000,
  points: { times, values, ...(qualities ? { qualities } : {}) },
});

const merged: PointSeries = {
  tagId: 1,
  from: 0,
  to: 1000,
  buckets: {
    width: 10,
    times: [0, 10, 20],
    min: [1, null, 3],
    max: [5, null, 9],
    mean: [2, null, 6],
    first: [1, null, 3],
    last: [5, null, 9],
    count: [4, 0, 2],
  },
};

describe('the chart series of a response', () => {
  it('has buckets at their middle, with minimum and maximum', () => {
    expect(toChartSeries(merged)).toEqual({
      merged: true,
      width: 10,
      times: [5, 15, 25],
      low: [1, null, 3],
      mean: [2, null, 6],
      high: [5, null, 9],
      counts: [4, 0, 2],
    });
  });

  it('has single points unchanged', () => {
    const series = toChartSeries(points([1, 2], [7, null], ['uncertain', 'bad']));
    expect(series).toMatchObject({ merged: false, width: 0, times: [1, 2], mean: [7, null] });
    expect(questionableTimes(series)).toEqual({ bad: [2], uncertain: [1] });
  });

  it('is empty for an empty response', () => {
    expect(toChartSeries({ tagId: 1, from: 0, to: 1 })).toBe(emptySeries);
  });

  it('has a bad bucket if it contains no usable value', () => {
    expect(questionableTimes(toChartSeries(merged))).toEqual({ bad: [15], uncertain: [] });
  });
});

describe('finding samples', () => {
  const series = toChartSeries(points([10, 20, 40], [1, 2, 3]));
  it.each([
    [0, 0],
    [14, 0],
    [15, 0],
    [16, 1],
    [31, 2],
    [99, 2],
  ])('finds the sample nearest to %d: %d', (time, index) => {
    expect(nearestSample(series, time)).toBe(index);
  });
  it('returns -1 without samples', () => {
    expect(nearestSample(emptySeries, 5)).toBe(-1);
  });

  it('finds the extent of visible samples and their neighbours', () => {
    expect(valuesIn(series, { from: 18, to: 22 })).toEqual({ low: 1, high: 3 });
    expect(valuesIn(series, { from: 41, to: 99 })).toEqual({ low: 3, high: 3 });
    expect(valuesIn(toChartSeries(merged), { from: 0, to: 30 })).toEqual({ low: 1, high: 9 });
    expect(valuesIn(emptySeries, { from: 0, to: 30 })).toBeNull();
  });
});

describe('gaps of the line', () => {
  it('occur where the distance is over ten times the median', () => {
    const series = toChartSeries(points([0, 10, 20, 30, 131, 141], [1, 1, 1, 1, 1, 1]));
    expect(longestStep(series)).toBe(100);
    expect(connectedRuns(series)).toEqual([
      [0, 3],
      [4, 5],
    ]);
  });

  it('do not occur up to that distance, but at a missing value', () => {
    expect(connectedRuns(toChartSeries(points([0, 10, 20, 30, 130], [1, 1, null, 1, 1])))).toEqual([
      [0, 1],
      [3, 4],
    ]);
  });

  it('do not occur between only two points', () => {
    expect(connectedRuns(toChartSeries(points([0, 1e9], [1, 2])))).toEqual([[0, 1]]);
    expect(connectedRuns(emptySeries)).toEqual([]);
  });
});
