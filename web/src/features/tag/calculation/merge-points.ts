import type { PointBlock } from '@twinward/domain/evaluation';
import type { Range } from '../../../ui/chart/range.ts';
import { choosePoints } from '../../../ui/chart/resolution.ts';
import type { ChartSeries } from '../../../ui/chart/series.ts';

/**
 * Prepares calculated points for a chart: single points while there are few, else merged into buckets of a round
 * length, as the server does.
 *
 * @param pixels width of the plot
 */
export function mergePoints(points: PointBlock, range: Range, pixels: number): ChartSeries {
  const { times, values, length } = points;
  if (length <= pixels) {
    const all = Array.from(values.subarray(0, length));
    return {
      merged: false,
      width: 0,
      times: Array.from(times.subarray(0, length)),
      low: all,
      mean: all,
      high: all,
    };
  }
  const { from, to, buckets } = choosePoints(range, pixels);
  const width = (to - from) / buckets;
  const merged = { times: [] as number[], low: [] as number[], mean: [] as number[], high: [] as number[] };
  const counts: number[] = [];
  let index = 0;
  while (index < length) {
    const start = from + Math.floor((times[index]! - from) / width) * width;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let sum = 0;
    let count = 0;
    for (; index < length && times[index]! < start + width; index++) {
      const value = values[index]!;
      low = Math.min(low, value);
      high = Math.max(high, value);
      sum += value;
      count++;
    }
    merged.times.push(start + width / 2);
    merged.low.push(low);
    merged.mean.push(sum / count);
    merged.high.push(high);
    counts.push(count);
  }
  return { merged: true, width, ...merged, counts };
}
