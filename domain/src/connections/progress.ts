/** The time up to which points of a connection are stored, and the history to read next. Times: epoch milliseconds. */

/** Maximum difference between source time and arrival. Reading history starts earlier by this. */
export const overlap = 300_000;

/**
 * Returns the source time up to which a subscription is stored, once a delivery is durable. It is not later than the
 * delivery: a source whose clock is ahead must not hide lost points of others. It is not later than the latest point: a
 * system whose clock is behind has not delivered anything later.
 */
export function liveUntilAfter(before: number | null, receivedAt: number, latest: number): number {
  return Math.max(before ?? Number.NEGATIVE_INFINITY, Math.min(receivedAt, latest));
}

/** The range from <= time < to. */
interface Range {
  from: number;
  to: number;
}

/** Lengths of the shortest, longest and first window of history, which is read at once. */
const shortest = 60_000;
const longest = 7 * 86_400_000;
export const firstWindow = 3_600_000;

/** With fewer points in a window the next one is twice as long, with more half as long. */
const few = 20_000;
const many = 200_000;

/** Returns the length of the next window. @param points number of points in the previous window */
export function nextWindow(length: number, points: number): number {
  if (points > many) return Math.max(shortest, length / 2);
  if (points < few) return Math.min(longest, length * 2);
  return length;
}

/** Returns the next window of a range that is stored up to `doneTo`. The first window starts earlier by the overlap. */
export function toWindow(range: Range, doneTo: number, length: number): Range {
  const from = doneTo <= range.from ? range.from - overlap : doneTo;
  return { from, to: Math.min(range.to, Math.max(doneTo, range.from) + length) };
}
