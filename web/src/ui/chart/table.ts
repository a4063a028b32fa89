import type { Range } from './range.ts';
import { type ChartSeries, firstAtOrAfter } from './series.ts';

/** A row of a chart's table: one point, or one bucket of merged points. */
export interface TableRow {
  time: number;
  low: number | null;
  mean: number | null;
  high: number | null;
  count: number;
  quality: 'good' | 'uncertain' | 'bad';
}

/** Count of the samples in a range, and the index of the first. */
export function samplesIn(series: ChartSeries, range: Range): { first: number; count: number } {
  const first = firstAtOrAfter(series.times, range.from);
  return { first, count: firstAtOrAfter(series.times, range.to) - first };
}

/** One page of the samples in a range, oldest first; pages count from 0. */
export function tablePage(series: ChartSeries, range: Range, page: number, pageSize: number): TableRow[] {
  const { first, count } = samplesIn(series, range);
  const start = first + page * pageSize;
  const end = Math.min(first + count, start + pageSize);
  const rows: TableRow[] = [];
  for (let index = start; index < end; index++) rows.push(tableRow(series, index));
  return rows;
}

/** The sample at an index, with a bucket's start as its time. */
export function tableRow(series: ChartSeries, index: number): TableRow {
  const mean = series.mean[index] ?? null;
  return {
    time: series.times[index]! - series.width / 2,
    low: series.low[index] ?? null,
    mean,
    high: series.high[index] ?? null,
    count: series.counts?.[index] ?? 1,
    quality: series.qualities?.[index] ?? (mean === null ? 'bad' : 'good'),
  };
}
