import { earliestTime, latestTime, type Range } from './range.ts';

/** What to ask the server for, so that a range can be drawn at a width. */
export interface PointsRequest {
  from: number;
  to: number;
  buckets: number;
}

const chunk = 256;
const mostBuckets = 10_000;

/**
 * Chooses how points are merged: about one bucket a pixel, and half a screen more on either side so that
 * panning shows data at once. Bucket lengths are powers of two and edges lie on a fixed grid: small moves
 * ask for the same again (nothing is fetched), and buckets do not shimmer while one pans.
 *
 * @param pixels width of the plot
 */
export function choosePoints(range: Range, pixels: number): PointsRequest {
  const width = Math.max(1, Math.min(pixels, mostBuckets / 4));
  const length = Math.max(1, range.to - range.from);
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(length / width)));
  const grid = step * chunk;
  const from = Math.max(earliestTime, Math.floor((range.from - length / 2) / grid) * grid);
  const to = Math.min(latestTime, Math.ceil((range.to + length / 2) / grid) * grid);
  return { from, to, buckets: Math.max(1, Math.ceil((to - from) / step)) };
}
