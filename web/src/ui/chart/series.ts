import type { PointSeries, Quality } from '@twinward/contracts/signals/data-point';
import type { Range } from './range.ts';

/**
 * The data of one tag for a chart, in columns of equal length. For single points `low`, `mean` and `high` are the same
 * array; null is a point or bucket without a usable value.
 */
export interface ChartSeries {
  merged: boolean;
  /** Bucket length in milliseconds; 0 for single points. */
  width: number;
  /** Times of the points, or the middle of each bucket. */
  times: readonly number[];
  low: readonly (number | null)[];
  mean: readonly (number | null)[];
  high: readonly (number | null)[];
  /** Points in each bucket; absent for single points. */
  counts?: readonly number[];
  /** Absent if all points are good, and for buckets. */
  qualities?: readonly Quality[];
}

export const emptySeries: ChartSeries = { merged: false, width: 0, times: [], low: [], mean: [], high: [] };

/** Converts the server's answer to chart columns. */
export function toChartSeries(answer: PointSeries): ChartSeries {
  const { points, buckets } = answer;
  if (buckets) {
    return {
      merged: true,
      width: buckets.width,
      times: buckets.times.map((start) => start + buckets.width / 2),
      low: buckets.min,
      mean: buckets.mean,
      high: buckets.max,
      counts: buckets.count,
    };
  }
  if (!points) return emptySeries;
  return {
    merged: false,
    width: 0,
    times: points.times,
    low: points.values,
    mean: points.values,
    high: points.values,
    ...(points.qualities ? { qualities: points.qualities } : {}),
  };
}

/** Moves all points to later times. @param shift milliseconds */
export const shiftSeries = (series: ChartSeries, shift: number): ChartSeries =>
  shift === 0 ? series : { ...series, times: series.times.map((time) => time + shift) };

/** Index of the first time at or after `time`, or the length of `times`. */
export function firstAtOrAfter(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the sample nearest to a time, the earlier of two equally near; -1 without samples. */
export function nearestSample(series: ChartSeries, time: number): number {
  const { times } = series;
  const next = firstAtOrAfter(times, time);
  if (next === 0) return times.length === 0 ? -1 : 0;
  if (next === times.length) return next - 1;
  return time - times[next - 1]! <= times[next]! - time ? next - 1 : next;
}

/**
 * Index of the latest sample that starts at or before a time; -1 without such a sample, or if it is farther away than
 * `longestStep`.
 */
export function latestSample(series: ChartSeries, time: number): number {
  const { times, width } = series;
  const middle = time + width / 2;
  const next = firstAtOrAfter(times, middle);
  const index = times[next] === middle ? next : next - 1;
  return index >= 0 && middle - times[index]! <= longestStep(series) ? index : -1;
}

/**
 * The longest gap over which two samples are connected: ten times the median distance. A line across a longer gap would
 * suggest data that do not exist.
 */
export function longestStep({ times, width }: ChartSeries): number {
  if (times.length < 3) return Number.POSITIVE_INFINITY;
  const steps = times.slice(1).map((time, index) => time - times[index]!);
  steps.sort((a, b) => a - b);
  return Math.max(10 * steps[steps.length >> 1]!, 2 * width);
}

/** The runs of samples, as [first, last] indices, that are drawn as a connected line. */
export function connectedRuns(series: ChartSeries): [number, number][] {
  const limit = longestStep(series);
  const runs: [number, number][] = [];
  let start = -1;
  series.times.forEach((time, index) => {
    if (series.mean[index] === null) {
      if (start >= 0) runs.push([start, index - 1]);
      start = -1;
    } else if (start < 0) {
      start = index;
    } else if (time - series.times[index - 1]! > limit) {
      runs.push([start, index - 1]);
      start = index;
    }
  });
  if (start >= 0) runs.push([start, series.times.length - 1]);
  return runs;
}

/** Lowest and highest value in a range, including the samples just outside it, whose lines enter the range. */
export function valuesIn(series: ChartSeries, range: Range): { low: number; high: number } | null {
  const first = Math.max(0, firstAtOrAfter(series.times, range.from) - 1);
  const last = Math.min(series.times.length - 1, firstAtOrAfter(series.times, range.to));
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = first; index <= last; index++) {
    low = Math.min(low, series.low[index] ?? Number.POSITIVE_INFINITY);
    high = Math.max(high, series.high[index] ?? Number.NEGATIVE_INFINITY);
  }
  return low <= high ? { low, high } : null;
}

/** Times of the samples with bad or uncertain quality, for marks below the signal. */
export function questionableTimes(series: ChartSeries): { bad: number[]; uncertain: number[] } {
  const bad: number[] = [];
  const uncertain: number[] = [];
  series.times.forEach((time, index) => {
    const quality = series.qualities?.[index] ?? (series.mean[index] === null ? 'bad' : 'good');
    if (quality === 'bad') bad.push(time);
    if (quality === 'uncertain') uncertain.push(time);
  });
  return { bad, uncertain };
}
