import { formatCount, formatDateTime, formatExact, formatNumber } from '../format/format.ts';
import { type ChartSeries, nearestSample } from './series.ts';
import { type TableRow, tableRow } from './table.ts';

/** The sample under the cursor; null without a cursor or samples. */
export function sampleAt(series: ChartSeries, cursor: number | null): TableRow | null {
  const index = cursor === null ? -1 : nearestSample(series, cursor);
  return index < 0 ? null : tableRow(series, index);
}

/** Moves the cursor by samples. Without a cursor, starts in the middle of the range. */
export function moveCursor(
  series: ChartSeries,
  range: { from: number; to: number },
  cursor: number | null,
  move: number,
): number | null {
  const last = series.times.length - 1;
  if (last < 0) return null;
  if (cursor === null || cursor < range.from || cursor > range.to) {
    return series.times[nearestSample(series, (range.from + range.to) / 2)] ?? null;
  }
  const index = Math.min(last, Math.max(0, nearestSample(series, cursor) + move));
  return series.times[index] ?? null;
}

/** A number with its unit. */
const withUnit = (number: string, unit: string | null): string =>
  unit === null ? number : `${number} ${unit}`;

/** Formats a sample: time, value, and the number of points that it merges. */
export function readoutText(
  sample: TableRow,
  merged: boolean,
  unit: string | null,
  timeZone: string,
): string {
  const time = formatDateTime(sample.time, timeZone, true);
  if (!merged) {
    const quality = sample.quality === 'good' ? '' : `, ${sample.quality}`;
    const value = sample.mean === null ? 'no value' : withUnit(formatExact(sample.mean), unit);
    return `${time}: ${value}${quality}`;
  }
  if (sample.mean === null) return `${time}: no value`;
  const points = sample.count === 1 ? '1 point' : `${formatCount(sample.count)} points`;
  const spread = `${formatExact(sample.low ?? sample.mean)} to ${formatExact(sample.high ?? sample.mean)}`;
  return `${time}: mean ${withUnit(formatNumber(sample.mean), unit)}, ${spread}, ${points}`;
}
