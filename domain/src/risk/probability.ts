import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { durationToDays } from '../duration.ts';
import { constantRate } from './constant-rate.ts';
import { type Weibull, weibullCdf } from './weibull.ts';

/**
 * Truncates a percentage to a whole one. A small addition compensates for binary rounding: without it, 8 percent
 * converted to a mean time between failures and back would be 7.
 */
export function truncatePercent(percent: number): number {
  return Math.floor(percent + 1e-9);
}

/** The distribution of lives, in days, by a probability's parameters; null if they are incomplete. */
export function lifeDistribution(parameters: FailureDistributionParameters): Weibull | null {
  if (parameters.distribution === 'weibull') {
    return { shape: parameters.shape, scale: durationToDays(parameters.scale) };
  }
  return parameters.scale === null ? null : constantRate(durationToDays(parameters.scale));
}

/** The times of a twin's mission; either may be missing. */
export interface Mission {
  /** In any representation: only its presence matters here. */
  startDate: string | Date | null;
  /** ISO 8601 length of time. */
  missionTime: string | null;
}

/**
 * Probability of failure within the mission, in percent with fractions, from the cumulative distribution; null without
 * a start date, a mission time or a distribution.
 */
export function missionPercent(
  parameters: FailureDistributionParameters,
  { startDate, missionTime }: Mission,
): number | null {
  const distribution = lifeDistribution(parameters);
  if (startDate === null || missionTime === null || !distribution) return null;
  return 100 * weibullCdf(distribution, durationToDays(missionTime));
}

/** Like `missionPercent`, truncated to a whole percent, as stored and displayed. */
export function missionProbability(
  parameters: FailureDistributionParameters,
  mission: Mission,
): number | null {
  const percent = missionPercent(parameters, mission);
  return percent === null ? null : truncatePercent(percent);
}

/**
 * Probability of failure within the mission, in whole percent, with validation of the record.
 * @throws RangeError 'No probability record.'; TypeError 'Must be type ProbabilityModel.'.
 */
export function calculateProbability(record: unknown, mission: Mission): number | null {
  if (record === null || record === undefined) throw new RangeError('No probability record.');
  if (!isProbability(record)) throw new TypeError('Must be type ProbabilityModel.');
  return missionProbability(record.failureDistributionParameters, mission);
}

function isProbability(
  record: unknown,
): record is { failureDistributionParameters: FailureDistributionParameters } {
  const parameters = (record as { failureDistributionParameters?: unknown }).failureDistributionParameters;
  const distribution = (parameters as { distribution?: unknown } | null | undefined)?.distribution;
  return distribution === 'weibull' || distribution === 'none';
}
