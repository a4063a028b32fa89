import type { Weibull } from './weibull.ts';

/** One observed life in days. */
export interface Life {
  days: number;
  /** False for a suspension: still running at that age. */
  failed: boolean;
}

/** Above it, all lives are practically equal. */
const maximumShape = 1e6;

/**
 * The maximum likelihood estimate of a Weibull distribution. The shape solves sum(t^b ln t) / sum(t^b) - 1 / b = mean
 * of ln t over the failures, which increases with b and thus has at most one solution, found by bisection; then eta =
 * (sum(t^b) / failures)^(1 / b). Sums without a qualifier include suspensions. Source: IEC 61649:2008, maximum
 * likelihood estimation.
 * The likelihood has a maximum if the longest life exceeds the geometric mean of the failures: with failures at two
 * different ages, or with failures at one age and a longer life.
 * @param lives ages above 0.
 * @returns null without a maximum, or if its shape is above `maximumShape`.
 */
export function fitWeibull(lives: readonly Life[]): Weibull | null {
  const failures = lives.filter((life) => life.failed);
  if (failures.length === 0) return null;

  // Ages relative to the longest, so that powers do not overflow.
  const longest = Math.max(...lives.map((life) => life.days));
  const logs = lives.map((life) => Math.log(life.days / longest));
  const meanLog = failures.reduce((sum, life) => sum + Math.log(life.days / longest), 0) / failures.length;
  const sumOfPowers = (shape: number) => logs.reduce((sum, log) => sum + Math.exp(shape * log), 0);
  const excess = (shape: number) =>
    logs.reduce((sum, log) => sum + Math.exp(shape * log) * log, 0) / sumOfPowers(shape) -
    1 / shape -
    meanLog;

  let low = 0;
  let high = 1;
  while (excess(high) < 0) {
    if (high > maximumShape) return null;
    low = high;
    high *= 2;
  }
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2;
    if (excess(middle) < 0) low = middle;
    else high = middle;
  }
  const shape = (low + high) / 2;
  return { shape, scale: longest * (sumOfPowers(shape) / failures.length) ** (1 / shape) };
}

/**
 * The maximum likelihood estimate of the scale for a known shape (Weibayes): eta = (sum(t^b) / r)^(1 / b). Without a
 * failure, one is assumed to be imminent, r = 1, which gives a conservative figure. Source: Abernethy, The New Weibull
 * Handbook, 5th edition, chapter 6; IEC 61649:2008.
 * @returns null without lives.
 */
export function fitWeibayes(lives: readonly Life[], shape: number): Weibull | null {
  if (lives.length === 0) return null;
  const longest = Math.max(...lives.map((life) => life.days));
  const sum = lives.reduce((total, { days }) => total + (days / longest) ** shape, 0);
  const failures = Math.max(1, lives.filter((life) => life.failed).length);
  return { shape, scale: longest * (sum / failures) ** (1 / shape) };
}

/** Log-likelihood of lives, with suspensions by their survival: sum(ln f) + sum(ln R). */
export function logLikelihood({ shape, scale }: Weibull, lives: readonly Life[]): number {
  return lives.reduce((sum, { days, failed }) => {
    const log = Math.log(days / scale);
    return sum - Math.exp(shape * log) + (failed ? Math.log(shape / scale) + (shape - 1) * log : 0);
  }, 0);
}
