import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { durationToDays } from '../duration.ts';
import { constantRate } from './constant-rate.ts';
import { type Weibull, weibullCdf } from './weibull.ts';

/**
 * A percentage cut to a whole one. The small addition makes up for the rounding of binary fractions: without it
 * 8 percent turned into a mean time between failures and back would be 7.
 */
export function truncatePercent(percent: number): number {
  return Math.floor(percent + 1e-9);
}

/** The distribution of lives, in days, that a probability's parameters describe; null while it has none. */
export function lifeDistribution(parameters: FailureDistributionParameters): Weibull | null {
  if (parameters.distribution === 'weibull') {
    return { shape: parameters.shape, scale: durationToDays(parameters.scale) };
  }
  return parameters.scale === null ? null : constantRate(durationToDays(parameters.scale));
}

/** What a twin's mission says about time; either may be missing. */
export interface Mission {
  /** Any representation of a moment: only its presence matters here. */
  startDate: string | Date | null;
  /** ISO 8601 length of time. */
  missionTime: string | null;
}

/**
 * Probability of failing within the mission, in percent with its fractions, from the cumulative distribution
 * whatever is charted; null without a start date, a mission time or a distribution.
 */
export function missionPercent(
  parameters: FailureDistributionParameters,
  { startDate, missionTime }: Mission,
): number | null {
  const distribution = lifeDistribution(parameters);
  if (startDate === null || missionTime === null || !distribution) return null;
  return 100 * weibullCdf(distribution, durationToDays(missionTime));
}

/** As `missionPercent`, cut to a whole percent: what is kept and shown. */
export function missionProbability(
  parameters: FailureDistributionParameters,
  mission: Mission,
): number | null {
  const percent = missionPercent(parameters, mission);
  return percent === null ? null : truncatePercent(percent);
}

/**
 * Probability of failing within the mission, in whole percent, of a record that may be none.
 * @throws RangeError 'No probability record.', TypeError 'Must be type ProbabilityModel.'.
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
