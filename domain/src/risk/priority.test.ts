import { describe, expect, it } from 'vitest';
import { DAY } from '../duration.ts';
import { type Candidate, computeUrgency, rankTwin } from './priority.ts';

const now = Date.UTC(2024, 0, 1);
const twin: Candidate = { level: 500, risk: 1000, targetAt: null, since: null, pfInterval: null };

it('urgency is 1 when no time is left, and a half with a week left', () => {
  expect([-DAY, 0, 7 * DAY, 14 * DAY].map(computeUrgency)).toEqual([1, 1, 1 / 2, 1 / 3]);
  expect(computeUrgency(null)).toBe(computeUrgency(30 * DAY));
});

describe('rankTwin', () => {
  it('multiplies risk, level and urgency', () => {
    const rank = rankTwin({ ...twin, targetAt: now + 7 * DAY }, 50, now);
    expect(rank).toEqual({
      weightedRisk: 250,
      assumedRisk: null,
      urgency: 0.5,
      actBy: now + 7 * DAY,
      timeSource: 'advisory',
    });
  });

  it('uses the typical risk if the risk is unknown', () => {
    expect(rankTwin({ ...twin, risk: null, targetAt: now }, 60, now)).toMatchObject({
      weightedRisk: 30,
      assumedRisk: 60,
    });
    expect(rankTwin({ ...twin, risk: 0, targetAt: now }, 60, now)).toMatchObject({
      weightedRisk: 0,
      assumedRisk: null,
    });
  });

  it.each([
    ['the target date', now + DAY, now, 2 * DAY, 'advisory', now + DAY],
    ['the P-F interval', now + 3 * DAY, now, 2 * DAY, 'pf-interval', now + 2 * DAY],
    ['the P-F interval alone', null, now - DAY, 2 * DAY, 'pf-interval', now + DAY],
    ['nothing', null, null, 2 * DAY, 'none', null],
    ['nothing', null, now, null, 'none', null],
  ] as const)('calculates the time to act from %s', (_, targetAt, since, pfInterval, timeSource, actBy) => {
    expect(rankTwin({ ...twin, targetAt, since, pfInterval }, 1, now)).toMatchObject({ timeSource, actBy });
  });
});
