/** A Weibull distribution of lives with two parameters. */
export interface Weibull {
  /** Shape, beta: below 1 early failures, 1 random ones, above 1 wear. No unit. */
  shape: number;
  /** Characteristic life, eta, in days: the age by which 63.2 % have failed. */
  scale: number;
}

/**
 * Share of lives that have ended by an age, 0 to 1: F(t) = 1 - exp(-(t / eta)^beta).
 * Source: IEC 61649:2008. With a scale of 0 everything fails at once.
 * @param days age in days; at 0 or before it nothing has failed.
 */
export function weibullCdf({ shape, scale }: Weibull, days: number): number {
  if (days <= 0) return 0;
  if (scale === 0) return 1;
  return -Math.expm1(-((days / scale) ** shape));
}

/**
 * Density of failures at an age, per day: f(t) = (beta / eta) (t / eta)^(beta - 1) exp(-(t / eta)^beta).
 * Source: IEC 61649:2008. It is for charts: being a density, it is no probability of failure.
 * @param days age in days; 0 before the life begins. At age 0 a shape below 1 has no finite density: Infinity.
 */
export function weibullPdf({ shape, scale }: Weibull, days: number): number {
  if (days < 0 || scale === 0) return 0;
  const age = days / scale;
  return (shape / scale) * age ** (shape - 1) * Math.exp(-(age ** shape));
}

/**
 * Probability of failing between two ages, given survival to the first, 0 to 1: 1 - R(t1) / R(t0) with
 * R(t) = 1 - F(t). Source: ReliaSoft, Life Data Analysis Reference, "Conditional reliability".
 * The quotient is taken in the exponent, so that it stays exact where both survivals are almost 0.
 */
export function conditionalProbability({ shape, scale }: Weibull, from: number, to: number): number {
  if (to <= Math.max(from, 0)) return 0;
  if (scale === 0) return 1;
  return -Math.expm1((Math.max(from, 0) / scale) ** shape - (to / scale) ** shape);
}
