import { DAY, HOUR, millisecondsToDuration } from './duration.ts';

/** The intervals between points of a tag, in milliseconds. */
interface Rhythm {
  gaps: number;
  median: number;
  /** The 99th percentile of the gaps. */
  usual: number;
  /** The proposed expected interval. Null for fewer than `fewestGaps` gaps. */
  proposal: ProposedInterval | null;
}

interface ProposedInterval {
  /** ISO 8601 duration. */
  expectedInterval: string;
  /** As long as the interval, so that a single missing point is tolerated. */
  tolerance: string;
  /** Number of gaps longer than interval plus tolerance. */
  longer: number;
}

/** Minimum number of gaps for a meaningful percentile. */
export const fewestGaps = 20;

const second = 1000;
const minute = 60 * second;
/** Round lengths of time. Longer ones are multiples of 30 days. */
const roundLengths = [
  ...[1, 2, 5, 10, 15, 20, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 20, 30].map((count) => count * minute),
  ...[1, 2, 3, 4, 6, 8, 12].map((count) => count * HOUR),
  ...[1, 2, 3, 5, 7, 10, 14, 21, 30].map((count) => count * DAY),
];
/** Allowed ratio of gap to interval, because of jitter. */
const slack = 1.1;

function roundLength(length: number): number {
  const round = roundLengths.find((each) => each * slack >= length);
  return round ?? Math.ceil(length / slack / (30 * DAY)) * 30 * DAY;
}

/** The smallest of ascending values that a share of them does not exceed (nearest rank). */
const quantile = (ascending: Float64Array, share: number): number =>
  ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)]!;

/**
 * Measures the rhythm of points by the gaps between them.
 * @param times ascending, in epoch milliseconds
 * @returns null for fewer than two points
 */
export function measureRhythm(times: ArrayLike<number>): Rhythm | null {
  const count = times.length - 1;
  if (count < 1) return null;
  const gaps = Float64Array.from({ length: count }, (_, index) => times[index + 1]! - times[index]!).sort();
  const usual = quantile(gaps, 0.99);
  return { gaps: count, median: quantile(gaps, 0.5), usual, proposal: proposeInterval(gaps, usual) };
}

function proposeInterval(gaps: Float64Array, usual: number): ProposedInterval | null {
  if (gaps.length < fewestGaps) return null;
  const interval = roundLength(usual);
  const text = millisecondsToDuration(interval);
  const longer = gaps.reduce((sum, gap) => sum + (gap > 2 * interval ? 1 : 0), 0);
  return { expectedInterval: text, tolerance: text, longer };
}
