import { describe, expect, it } from 'vitest';
import type { SentPoint } from './logger.ts';
import { compareFirings, type Firing, reckon } from './reckoning.ts';

/** A point, and the call that delivered it; times in seconds. */
const point = (time: number, value: number, call: number, answered: number): SentPoint => ({
  time: time * 1000,
  value,
  call,
  acknowledgedAt: answered * 1000,
});
const high = { kind: 'limit', limit: 80, onDelay: 0 } as const;
const enter = (start: number): Firing => ({ start: start * 1000, direction: 'enter' });
const exit = (start: number): Firing => ({ start: start * 1000, direction: 'exit' });

describe('the comparison of announcements', () => {
  // High from 10 to 12 and from 20 to 25; the points after 10 are delivered at 24.
  const delayed = [
    point(5, 0, 1, 5),
    point(10, 90, 2, 10),
    point(12, 0, 3, 24),
    point(20, 90, 3, 24),
    point(25, 0, 4, 25),
  ];

  it('requires the beginning and the end of each excursion', () => {
    const all = [enter(10), exit(10), enter(20), exit(20)];
    expect(compareFirings(reckon(delayed, high), all)).toEqual([]);
    expect(compareFirings(reckon(delayed, high), [enter(10), exit(20)])).toEqual([
      'the end of 1970-01-01T00:00:10.000Z to 1970-01-01T00:00:12.000Z is missing',
      'the beginning of 1970-01-01T00:00:20.000Z to 1970-01-01T00:00:25.000Z is missing',
    ]);
  });

  it('accepts one announcement of excursions that another input kept open', () => {
    const reckoned = reckon(delayed, high, { hasOtherInput: true });
    expect(compareFirings(reckoned, [enter(10), exit(20)])).toEqual([]);
    expect(compareFirings(reckoned, [enter(10), exit(10), enter(20), exit(20)])).toEqual([]);
    expect(compareFirings(reckoned, [enter(10)])).toEqual([
      'the end of 1970-01-01T00:00:20.000Z to 1970-01-01T00:00:25.000Z is missing',
    ]);
    expect(compareFirings(reckoned, [exit(20)])).toContain(
      'the beginning of 1970-01-01T00:00:10.000Z to 1970-01-01T00:00:12.000Z is missing',
    );
  });

  it('accepts one end of several excursions that were kept open', () => {
    // High from 10 to 12, from 15 to 17 and from 20 to 25; the points from 12 to 20 are delivered at 24.
    const points = delayed.toSpliced(3, 0, point(15, 90, 3, 24), point(17, 0, 3, 24));
    const reckoned = reckon(points, high, { hasOtherInput: true });
    expect(compareFirings(reckoned, [enter(10), exit(20)])).toEqual([]);
    expect(
      compareFirings(reckon(points, high), [enter(10), enter(15), enter(20), exit(10), exit(20)]),
    ).toEqual(['the end of 1970-01-01T00:00:15.000Z to 1970-01-01T00:00:17.000Z is missing']);
  });

  it('requires each announcement if the points arrived before the next excursion began', () => {
    const inTime = delayed.map((one) => (one.call === 3 ? { ...one, acknowledgedAt: one.time + 500 } : one));
    const reckoned = reckon(inTime, high, { hasOtherInput: true });
    expect(compareFirings(reckoned, [enter(10), exit(20)])).toHaveLength(2);
  });

  it('accepts one announcement of overlapping excursions, one of which later points removed', () => {
    const excursion = { enters: true, exits: true, reach: Number.NEGATIVE_INFINITY };
    const reckoned = {
      excursions: [
        { ...excursion, start: 10_000, end: 12_000, reach: 24_000 },
        { ...excursion, start: 30_000, end: 40_000 },
      ],
      possible: [{ start: 20_000, reach: 35_000 }],
    };
    expect(compareFirings(reckoned, [enter(10), exit(30)])).toEqual([]);
    expect(compareFirings(reckoned, [enter(10)])).toEqual([
      'the end of 1970-01-01T00:00:30.000Z to 1970-01-01T00:00:40.000Z is missing',
    ]);
    const apart = { ...reckoned, possible: [{ start: 25_000, reach: 35_000 }] };
    expect(compareFirings(apart, [enter(10), exit(30)])).toHaveLength(2);
  });
});
