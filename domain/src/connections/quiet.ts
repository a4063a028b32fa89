import { durationToMilliseconds } from '../duration.ts';

/** Expected intervals without a point after which a connection is quiet. */
const intervals = 3;

/**
 * Milliseconds without a point after which a connection is quiet, by the expected intervals of the inputs that it feeds
 * (ISO 8601); null: none is expected at intervals.
 */
export function quietAfter(expected: readonly string[]): number | null {
  const lengths = expected.map(durationToMilliseconds).filter((length) => length > 0);
  return lengths.length === 0 ? null : intervals * Math.max(...lengths);
}
