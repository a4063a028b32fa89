import { type Weibull, weibullCdf } from './weibull.ts';

/** At 5 %: a sample of a fitted Weibull distribution passes it once in twenty times. */
export const andersonDarlingCritical = 0.757;
const fewest = 5;

/**
 * How far lives stray from a Weibull distribution that was fitted to them by maximum likelihood, by Anderson and
 * Darling, A² (1 + 0.2 / sqrt(n)), to be compared with 0.757.
 * Source: Stephens, Goodness of Fit for the Extreme Value Distribution, Biometrika 64, 1977, table 1.
 * @param days the ages of failure of a sample without suspensions
 * @returns null for fewer than 5, for which the table is not made.
 */
export function andersonDarling(weibull: Weibull, days: readonly number[]): number | null {
  const count = days.length;
  if (count < fewest) return null;
  const shares = days.toSorted((a, b) => a - b).map((age) => weibullCdf(weibull, age));
  // The logarithm of a survival that rounds to 0 is taken from the exponent.
  const logSurvival = days.toSorted((a, b) => a - b).map((age) => -((age / weibull.scale) ** weibull.shape));
  const sum = shares.reduce(
    (total, share, index) => total + (2 * index + 1) * (Math.log(share) + logSurvival[count - 1 - index]!),
    0,
  );
  return (-count - sum / count) * (1 + 0.2 / Math.sqrt(count));
}
