import { describe, expect, it } from 'vitest';
import { type Arrival, inTime } from './announcements.ts';

function toBlock(times: readonly number[]) {
  return {
    times: Float64Array.from(times),
    values: new Float64Array(times.length),
    length: times.length,
  };
}

/** For two inputs: their changes since history was last evaluated, and their points. */
function timesInTime(
  arrivals: Record<'T' | 'U', Omit<Arrival, 'alias'>>,
  points: Record<'T' | 'U', number[]>,
) {
  const check = inTime([
    { alias: 'T', ...arrivals.T },
    { alias: 'U', ...arrivals.U },
  ]);
  const blocks = new Map(Object.entries(points).map(([alias, times]) => [alias, toBlock(times)]));
  return Array.from({ length: 10 }, (_, time) => time).filter((time) => check(time, blocks));
}

const unchanged = { seen: 9, from: null, newest: 9 };

describe('the times that are not late', () => {
  it('begin with the earliest new point of an input that is not late', () => {
    const points = { T: [1, 5, 7], U: [9] };
    expect(timesInTime({ T: { seen: 1, from: 5, newest: 7 }, U: unchanged }, points)).toEqual([
      5, 6, 7, 8, 9,
    ]);
    expect(timesInTime({ T: { seen: 7, from: 5, newest: 7 }, U: unchanged }, points)).toEqual([]);
    expect(timesInTime({ T: { seen: 5, from: 3, newest: 7 }, U: unchanged }, points)).toEqual([6, 7, 8, 9]);
  });

  it('exclude times at which only a late input has a point', () => {
    const arrivals = { T: { seen: 1, from: 3, newest: 6 }, U: { seen: 8, from: 4, newest: 8 } };
    expect(timesInTime(arrivals, { T: [3, 6], U: [4, 6, 8] })).toEqual([3, 5, 6, 7, 8, 9]);
  });

  it('include the points of one input even if the change log lists points of another again', () => {
    const arrivals = { T: { seen: 1, from: 3, newest: 6 }, U: { seen: 8, from: 2, newest: 8 } };
    expect(timesInTime(arrivals, { T: [3, 4, 5, 6], U: [2, 8] })).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });
});
