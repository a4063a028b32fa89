import { earliestTime, latestTime, type Range } from './range.ts';

/** The request that draws a range at a given width. */
export interface PointsRequest {
  from: number;
  to: number;
  buckets: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Round bucket lengths, in milliseconds. */
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
 * Chooses the bucket length and range of a request: about one bucket per pixel, and half a screen more on either side,
 * so that panning shows data at once. Buckets have round lengths on a fixed grid: small moves repeat the same request,
 * which is cached, and buckets do not flicker while panning.
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

/**
 * Returns the request for the same buckets, shifted to earlier times; null if all of them are before the earliest time.
 *
 * @param shift milliseconds
 */
export function earlierPoints({ from, to, buckets }: PointsRequest, shift: number): PointsRequest | null {
  const step = (to - from) / buckets;
  const lost = Math.max(0, Math.ceil((earliestTime - (from - shift)) / step));
  if (lost >= buckets) return null;
  return { from: Math.round(from - shift + lost * step), to: to - shift, buckets: buckets - lost };
}
