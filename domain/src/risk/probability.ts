import type { FailureDistributionParameters } from '@twinward/contracts/twin';
import { constantRate } from './constant-rate.ts';
import { durationToDays } from './duration.ts';
import { type Weibull, weibullCdf } from './weibull.ts';

/**
 * A percentage cut to a whole one. The small addition gives back what binary fractions take: without it
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
 * Probability of failing within the mission, in whole percent, from the cumulative distribution whatever is
 * charted; null without a start date, a mission time or a distribution.
 */
export function missionProbability(
  parameters: FailureDistributionParameters,
  { startDate, missionTime }: Mission,
): number | null {
  const distribution = lifeDistribution(parameters);
  if (startDate === null || missionTime === null || !distribution) return null;
  return truncatePercent(100 * weibullCdf(distribution, durationToDays(missionTime)));
}
