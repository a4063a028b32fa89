import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysToDuration } from '../duration.ts';
import { meanTimeBetweenFailures, neverFails } from './constant-rate.ts';
import {
  calculateProbability,
  lifeDistribution,
  missionPercent,
  missionProbability,
  truncatePercent,
} from './probability.ts';

const mission = { startDate: '2014-01-01T00:00:00.000Z', missionTime: 'P1Y' };
const weibull = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const none = (scale: string | null) => ({ distribution: 'none', type: 'none', scale }) as const;

describe('meanTimeBetweenFailures', () => {
  it('is 1635.7 days for 20 % in a year', () => {
    expect(meanTimeBetweenFailures(20, 365)).toBeCloseTo(1635.7, 1);
  });
  it('is 0 for 100 %, and 2147483647 years for 0 %', () => {
    expect(meanTimeBetweenFailures(100, 365)).toBe(0);
    expect(meanTimeBetweenFailures(0, 365)).toBe(neverFails);
    expect(neverFails).toBe(783_831_531_155);
  });
});

describe('truncatePercent', () => {
  it.each([
    [12.47, 12],
    [99.999, 99],
    [7.999999999999, 8],
    [0, 0],
    [100, 100],
  ])('truncates %d to %d', (percent, whole) => expect(truncatePercent(percent)).toBe(whole));
});

describe('missionProbability', () => {
  it('is the cumulative distribution at the mission time, truncated to a whole percent', () => {
    expect(missionProbability(weibull, mission)).toBe(12);
    expect(missionProbability({ ...weibull, type: 'pdf' }, mission)).toBe(12);
    expect(missionProbability(weibull, { ...mission, missionTime: 'PT8760H' })).toBe(12);
  });

  it.each(['PT1H', 'P1D', 'P365D', 'P36500D'])('preserves every whole percent over %s', (missionTime) => {
    const days = lifeDistribution(none(missionTime))!.scale;
    for (let percent = 0; percent <= 100; percent++) {
      const scale = daysToDuration(meanTimeBetweenFailures(percent, days));
      expect(missionProbability(none(scale), { ...mission, missionTime })).toBe(percent);
    }
  });

  it('is null without a start date, a mission time or a distribution', () => {
    expect(missionProbability(weibull, { ...mission, startDate: null })).toBeNull();
    expect(missionProbability(weibull, { ...mission, missionTime: null })).toBeNull();
    expect(missionProbability(none(null), mission)).toBeNull();
  });
});

it('preserves every percentage for any mission, when converted to a mean time between failures and back', () => {
  const missions = fc.integer({ min: 86_400, max: 36_500 * 86_400 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), missions, (percent, seconds) => {
      const scale = daysToDuration(meanTimeBetweenFailures(percent, seconds / 86_400));
      const missionTime = `PT${seconds}S`;
      expect(missionProbability(none(scale), { ...mission, missionTime })).toBe(percent);
    }),
  );
});

it('keeps fractions of a percent for calculations', () => {
  expect(missionPercent(weibull, mission)).toBeCloseTo(12.4732, 4);
});

describe('calculateProbability', () => {
  it('reads the parameters of a record', () => {
    expect(calculateProbability({ failureDistributionParameters: weibull }, mission)).toBe(12);
  });
  it.each([
    [null, 'No probability record.'],
    [undefined, 'No probability record.'],
    [{}, 'Must be type ProbabilityModel.'],
    [{ failureDistributionParameters: { distribution: 'normal' } }, 'Must be type ProbabilityModel.'],
  ])('throws for %j: %s', (record, message) => {
    expect(() => calculateProbability(record, mission)).toThrow(message);
  });
});
