/** How far points of a connection are stored, and what of its history is read next. All times are epoch milliseconds. */

/** Points may come so much later or earlier than their source time says: history is read so much more widely. */
export const overlap = 300_000;

/**
 * Up to which source time a subscription is stored, once a delivery is durable. Not later than the delivery came: a
 * source whose clock is ahead must not hide what others lost. Not later than its latest point: a system whose clock is
 * behind delivers nothing later yet.
 */
export function liveUntilAfter(before: number | null, receivedAt: number, latest: number): number {
  return Math.max(before ?? Number.NEGATIVE_INFINITY, Math.min(receivedAt, latest));
}

/** From <= time < to. */
export interface Range {
  from: number;
  to: number;
}

/** Shortest and longest window of history that is read at once, and the first. */
const shortest = 60_000;
const longest = 7 * 86_400_000;
export const firstWindow = 3_600_000;

/** Points of a window: with fewer the next is twice as long, with more half as long. */
const few = 20_000;
const many = 200_000;

/** Length of the next window after one with so many points. */
export function nextWindow(length: number, points: number): number {
  if (points > many) return Math.max(shortest, length / 2);
  if (points < few) return Math.min(longest, length * 2);
  return length;
}

/** The next window of a range that is stored up to `doneTo`; its beginning is read with an overlap. */
export function windowOf(range: Range, doneTo: number, length: number): Range {
  const from = doneTo <= range.from ? range.from - overlap : doneTo;
  return { from, to: Math.min(range.to, Math.max(doneTo, range.from) + length) };
}
