import type { Weibull } from './weibull.ts';

/** The mean time between failures for a probability of 0 ('never fails'), in days. */
export const neverFails = 2_147_483_647 * 365;

/**
 * The mean time between failures, in days, of an asset without a known distribution that fails within some
 * days with a given percentage. Assumes a Weibull distribution with shape 1, the exponential distribution
 * with constant failure rate: F(t) = 1 - exp(-t / MTBF) gives MTBF = t / -ln(1 - p / 100). Source: IEC
 * 61649:2008, the case beta = 1.
 * @param percent 0 (never fails) to 100 (fails at once: MTBF 0).
 */
export function meanTimeBetweenFailures(percent: number, days: number): number {
  if (percent === 0) return neverFails;
  return days / -Math.log1p(-percent / 100);
}

/** The distribution of lives with this mean time between failures, in days. */
export function constantRate(mtbf: number): Weibull {
  return { shape: 1, scale: mtbf };
}
