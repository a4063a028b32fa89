import { describe, expect, it } from 'vitest';
import { scoreExcursions } from './score.ts';

const day = 86_400_000;
const excursions = (...starts: [threshold: number, day: number][]) =>
  starts.map(([threshold, at]) => ({ threshold, start: at * day }));
const failure = (time: number, { notice = 10, repair = 1 } = {}) => ({
  begin: (time - notice) * day,
  time: time * day,
  end: (time + repair) * day,
});
const score = (
  found: ReturnType<typeof excursions>,
  events: ReturnType<typeof failure>[],
  { thresholds = 1, from = 0, to = 365 } = {},
) => scoreExcursions(found, events, { thresholds, from: from * day, to: to * day });

describe('the score of excursions against what happened', () => {
  it('counts hits with their lead times, misses, and false alarms a year', () => {
    const scored = score(excursions([0, 5], [0, 93], [0, 95], [0, 250]), [failure(100), failure(200)]);
    expect(scored).toMatchObject({
      hits: 1,
      misses: 1,
      excursions: 4,
      falseAlarms: 2,
      falseAlarmsPerYear: 2,
      leadTimes: [7 * day],
    });
    expect(scored.notices).toEqual([
      { leadTime: 7 * day, thresholds: [0] },
      { leadTime: null, thresholds: [] },
    ]);
  });

  it('takes the first moment of the interval as notice, and the failure itself as none', () => {
    expect(score(excursions([0, 90]), [failure(100)])).toMatchObject({
      hits: 1,
      falseAlarms: 0,
      leadTimes: [10 * day],
    });
    expect(score(excursions([0, 100]), [failure(100)])).toMatchObject({ hits: 0, falseAlarms: 0 });
    expect(score(excursions([0, 101]), [failure(100)])).toMatchObject({ hits: 0, falseAlarms: 1 });
    expect(score(excursions([0, 89.9]), [failure(100)])).toMatchObject({
      hits: 0,
      misses: 1,
      falseAlarms: 1,
    });
  });

  it('gives an alarm that always stands no credit', () => {
    expect(score(excursions([0, 0]), [failure(100), failure(200)])).toMatchObject({
      hits: 0,
      misses: 2,
      falseAlarms: 1,
    });
  });

  it('scores each threshold by itself, and all by the earliest', () => {
    const scored = score(excursions([0, 92], [1, 95], [0, 96], [1, 195]), [failure(100), failure(200)], {
      thresholds: 3,
    });
    expect(scored).toMatchObject({ hits: 2, leadTimes: [5 * day, 8 * day], falseAlarms: 0, excursions: 4 });
    expect(scored.thresholds.map(({ hits, misses, leadTimes }) => [hits, misses, leadTimes])).toEqual([
      [1, 1, [8 * day]],
      [2, 0, [5 * day, 5 * day]],
      [0, 2, []],
    ]);
    expect(scored.notices.map(({ thresholds }) => thresholds)).toEqual([[0, 1], [1]]);
  });

  it('lets one excursion give notice of several failures, and counts no excursion outside of what was observed', () => {
    expect(score(excursions([0, 95]), [failure(100), failure(102)])).toMatchObject({
      hits: 2,
      falseAlarms: 0,
    });
    expect(score(excursions([0, 5], [0, 50], [0, 90]), [], { from: 10, to: 83 })).toMatchObject({
      excursions: 1,
      falseAlarms: 1,
      falseAlarmsPerYear: 5,
    });
    expect(score([], [], { from: 5, to: 5 }).falseAlarmsPerYear).toBeNull();
  });

  it('covers an excursion by a long event that began before a short one', () => {
    const long = { begin: 10 * day, time: 50 * day, end: 50 * day };
    const short = { begin: 12 * day, time: 13 * day, end: 13 * day };
    expect(score(excursions([0, 40]), [short, long])).toMatchObject({ hits: 1, falseAlarms: 0 });
  });
});
