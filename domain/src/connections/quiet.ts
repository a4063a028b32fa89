import { durationToMilliseconds } from '../duration.ts';

/** Expected intervals without a point after which a connection is quiet. */
const intervals = 3;

/**
 * Returns the milliseconds without a point after which a connection is quiet.
 * @param expected the expected intervals of the inputs that the connection feeds, ISO 8601
 * @returns null if no input has an expected interval
 */
export function quietAfter(expected: readonly string[]): number | null {
  const lengths = expected.map(durationToMilliseconds).filter((length) => length > 0);
  return lengths.length === 0 ? null : intervals * Math.max(...lengths);
}
