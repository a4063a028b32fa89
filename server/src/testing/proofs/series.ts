import { expect } from 'vitest';

/** Points of one tag as they should be stored. */
export type Expected = Map<number, number>;

export const limit = 80;

export interface Span {
  start: number;
  end: number | null;
}

/**
 * The excursions of `value > limit` over points, by the plainest of programs: what the product finds, live and
 * cut off by crashes, must be the same.
 */
export function findExcursions(points: Expected): Span[] {
  const spans: Span[] = [];
  let open: Span | null = null;
  for (const [time, value] of [...points].sort(([a], [b]) => a - b)) {
    if (value > limit && open === null) {
      open = { start: time, end: null };
      spans.push(open);
    } else if (value <= limit && open !== null) {
      open.end = time;
      open = null;
    }
  }
  return spans;
}

/** As `toEqual`, which takes minutes for a million points. */
export function expectSamePoints(actual: Expected, wanted: Expected): void {
  const missing = [...wanted].filter(([time, value]) => actual.get(time) !== value);
  const unwanted = [...actual].filter(([time]) => !wanted.has(time));
  expect({ missing: missing.slice(0, 5), unwanted: unwanted.slice(0, 5) }).toEqual({
    missing: [],
    unwanted: [],
  });
}
