import { earliestTime, latestTime, type Range } from './range.ts';

/** What to ask the server for, so that a range can be drawn at a width. */
export interface PointsRequest {
  from: number;
  to: number;
  buckets: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Lengths of buckets, in milliseconds, that read well in a table. */
const steps: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10, 20, 50, 100].map((count) => count * day),
];

const chunk = 256;
const mostBuckets = 10_000;

/**
 * Chooses how points are merged: about one bucket a pixel, and half a screen more on either side so that
 * panning shows data at once. Buckets have round lengths and lie on a fixed grid: small moves ask for the same
 * again (nothing is fetched), and buckets do not shimmer while one pans.
 *
 * @param pixels width of the plot
 */
export function choosePoints(range: Range, pixels: number): PointsRequest {
  const width = Math.max(1, Math.min(pixels, mostBuckets / 4));
  const length = Math.max(1, range.to - range.from);
  const step = steps.find((candidate) => candidate >= length / width) ?? 200 * day;
  const grid = step * chunk;
  const from = Math.max(earliestTime, Math.floor((range.from - length / 2) / grid) * grid);
  const to = Math.min(latestTime, Math.ceil((range.to + length / 2) / grid) * grid);
  return { from, to, buckets: Math.max(1, Math.ceil((to - from) / step)) };
}
