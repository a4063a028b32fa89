import type { ChartSeries } from './series.ts';

/** The accumulated count since the first sample, and the times of resets. */
export interface Rises {
  series: ChartSeries;
  resets: number[];
}

/**
 * Accumulates the rises of a counter. A fall is a reset, after which the reading counts from zero. For merged points,
 * the reading is the maximum of each bucket.
 */
export function accumulateRises(series: ChartSeries): Rises {
  const resets: number[] = [];
  let before: number | null = null;
  let counted = 0;
  const values = series.high.map((reading, index) => {
    if (reading === null) return null;
    if (before !== null) {
      if (reading < before) {
        resets.push(series.times[index]!);
        counted += reading;
      } else {
        counted += reading - before;
      }
    }
    before = reading;
    return counted;
  });
  return { series: { ...series, low: values, mean: values, high: values }, resets };
}
