import { describe, expect, it } from 'vitest';
import { moveCursor, readoutText, sampleAt } from './readout.ts';
import { type ChartSeries, emptySeries } from './series.ts';

const noon = Date.UTC(2014, 1, 7, 12);
const values = [90, null, 92.25];
const points: ChartSeries = {
  merged: false,
  width: 0,
  times: [noon, noon + 1000, noon + 2000],
  low: values,
  mean: values,
  high: values,
  qualities: ['good', 'bad', 'uncertain'],
};
const merged: ChartSeries = {
  merged: true,
  width: 1000,
  times: [noon + 500, noon + 1500],
  low: [80, null],
  mean: [90, null],
  high: [99.5, null],
  counts: [1200, 0],
};
const text = (series: ChartSeries, time: number, unit: string | null = 'Cel') =>
  readoutText(sampleAt(series, time)!, series.merged, unit, 'UTC');

describe('readoutText', () => {
  it('shows a point with its unit, and its quality unless good', () => {
    expect(text(points, noon)).toBe('2014-02-07 12:00:00 PM: 90 Cel');
    expect(text(points, noon + 1000)).toBe('2014-02-07 12:00:01 PM: no value, bad');
    expect(text(points, noon + 2000, null)).toBe('2014-02-07 12:00:02 PM: 92.25, uncertain');
  });

  it('shows every digit of a large counter', () => {
    const one = { low: [12_345_733], mean: [12_345_733], high: [12_345_733] };
    expect(text({ ...points, ...one, times: [noon], qualities: ['good'] }, noon, null)).toBe(
      '2014-02-07 12:00:00 PM: 12,345,733',
    );
    const bucket = { low: [12_345_700], mean: [12_345_733.4], high: [12_345_766] };
    expect(text({ ...merged, ...bucket, times: [noon + 500], counts: [1200] }, noon, null)).toBe(
      '2014-02-07 12:00:00 PM: mean 12,345,733, 12,345,700 to 12,345,766, 1,200 points',
    );
  });

  it('shows a bucket of merged points', () => {
    expect(text(merged, noon)).toBe('2014-02-07 12:00:00 PM: mean 90 Cel, 80 to 99.5, 1,200 points');
    expect(text(merged, noon + 1500)).toBe('2014-02-07 12:00:01 PM: no value');
  });

  it('shows nothing without a cursor or samples', () => {
    expect(sampleAt(points, null)).toBeNull();
    expect(sampleAt(emptySeries, noon)).toBeNull();
  });
});

describe('moveCursor', () => {
  const range = { from: noon, to: noon + 2001 };
  it('starts in the middle of the range, then moves sample by sample', () => {
    expect(moveCursor(points, range, null, 1)).toBe(noon + 1000);
    expect(moveCursor(points, range, noon - 5000, 1)).toBe(noon + 1000);
    expect(moveCursor(points, range, noon + 1000, 1)).toBe(noon + 2000);
    expect(moveCursor(points, range, noon + 1000, -1)).toBe(noon);
  });
  it('stops at the ends', () => {
    expect(moveCursor(points, range, noon, -10)).toBe(noon);
    expect(moveCursor(points, range, noon, 10)).toBe(noon + 2000);
    expect(moveCursor(emptySeries, range, null, 1)).toBeNull();
  });
});
