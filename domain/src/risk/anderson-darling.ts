import { type Weibull, weibullCdf } from './weibull.ts';

/** At the 5 % level: one in twenty samples of a fitted Weibull distribution exceeds it. */
export const andersonDarlingCritical = 0.757;
const fewest = 5;

/**
 * The Anderson-Darling statistic of a Weibull distribution fitted by maximum likelihood, A² (1 + 0.2 /
 * sqrt(n)), to be compared with 0.757. Source: Stephens, Goodness of Fit for the Extreme Value Distribution,
 * Biometrika 64, 1977, table 1.
 * @param days ages at failure of a sample without suspensions
 * @returns null for fewer than 5, which the table does not cover.
 */
export function andersonDarling(weibull: Weibull, days: readonly number[]): number | null {
  const count = days.length;
  if (count < fewest) return null;
  const shares = days.toSorted((a, b) => a - b).map((age) => weibullCdf(weibull, age));
  // Computed from the exponent, since the survival itself may round to 0.
  const logSurvival = days.toSorted((a, b) => a - b).map((age) => -((age / weibull.scale) ** weibull.shape));
  const sum = shares.reduce(
    (total, share, index) => total + (2 * index + 1) * (Math.log(share) + logSurvival[count - 1 - index]!),
    0,
  );
  return (-count - sum / count) * (1 + 0.2 / Math.sqrt(count));
}
