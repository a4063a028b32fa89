import type { ChartSeries } from './series.ts';

/** A meter's reading as what it has counted since the first sample, and when it began anew. */
export interface Rises {
  series: ChartSeries;
  resets: number[];
}

/**
 * What a meter has counted: rises add up, and a fall is a reset, after which the reading itself has been
 * counted. Of merged points the greatest of each bucket is its reading.
 */
export function risesOf(series: ChartSeries): Rises {
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
