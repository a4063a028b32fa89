/** A two-parameter Weibull distribution of lives. */
export interface Weibull {
  /** Shape, beta: below 1 early failures, 1 random failures, above 1 wear-out. Without unit. */
  shape: number;
  /** Characteristic life, eta, in days: the age by which 63.2 % have failed. */
  scale: number;
}

/**
 * Fraction of lives that ended by an age, 0 to 1: F(t) = 1 - exp(-(t / eta)^beta).
 * Source: IEC 61649:2008. With scale 0 everything fails at once.
 * @param days age in days; the result is 0 up to age 0.
 */
export function weibullCdf({ shape, scale }: Weibull, days: number): number {
  if (days <= 0) return 0;
  if (scale === 0) return 1;
  return -Math.expm1(-((days / scale) ** shape));
}

/**
 * Failure density at an age, per day: f(t) = (beta / eta) (t / eta)^(beta - 1) exp(-(t / eta)^beta).
 * Source: IEC 61649:2008. For charts only: a density is not a probability.
 * @param days age in days; the result is 0 below age 0. At age 0 the density is infinite for a shape below 1.
 */
export function weibullPdf({ shape, scale }: Weibull, days: number): number {
  if (days < 0 || scale === 0) return 0;
  const age = days / scale;
  return (shape / scale) * age ** (shape - 1) * Math.exp(-(age ** shape));
}

/**
 * Probability of failure between two ages, given survival to the first, 0 to 1: 1 - R(t1) / R(t0) with R(t) = 1 - F(t).
 * Source: ReliaSoft, Life Data Analysis Reference, "Conditional reliability".
 * The quotient is computed in the exponent, so that it is exact even if both survivals are almost 0.
 */
export function conditionalProbability({ shape, scale }: Weibull, from: number, to: number): number {
  if (to <= Math.max(from, 0)) return 0;
  if (scale === 0) return 1;
  const hazardBefore = (Math.max(from, 0) / scale) ** shape;
  // Infinity minus infinity would be NaN. The difference grows without bound, so all survivors fail.
  return hazardBefore === Number.POSITIVE_INFINITY ? 1 : -Math.expm1(hazardBefore - (to / scale) ** shape);
}
