import { meanLife } from './benchmark.ts';
import type { Life } from './fit.ts';
import { paperAxis } from './median-ranks.ts';
import type { Weibull } from './weibull.ts';

/** Variances and covariance of the estimated shape and scale. */
export interface Covariance {
  shape: number;
  scale: number;
  both: number;
}

/** Two-sided confidence bounds of a figure. */
export interface Bounds {
  lower: number;
  upper: number;
}

/**
 * Variances and covariance of the estimates: the inverse of the local Fisher information matrix, the negative second
 * derivatives of the log-likelihood. Source: Nelson, Applied Life Data Analysis, 1982, chapter 8.
 * @param isShapeKnown the shape was given: only the scale is estimated.
 * @returns null if the matrix has no valid inverse, as for too few failures.
 */
export function calculateCovariance(
  { shape, scale }: Weibull,
  lives: readonly Life[],
  isShapeKnown = false,
): Covariance | null {
  let shapes = 0;
  let scales = 0;
  let both = 0;
  for (const { days, failed } of lives) {
    const log = Math.log(days / scale);
    const power = Math.exp(shape * log);
    shapes += power * log * log + (failed ? 1 / shape ** 2 : 0);
    scales += (shape * (shape + 1) * power - (failed ? shape : 0)) / scale ** 2;
    both += ((failed ? 1 : 0) - power * (1 + shape * log)) / scale;
  }
  if (isShapeKnown) return scales > 0 ? { shape: 0, scale: 1 / scales, both: 0 } : null;
  const determinant = shapes * scales - both ** 2;
  if (!(determinant > 0)) return null;
  return { shape: scales / determinant, scale: shapes / determinant, both: -both / determinant };
}

/** Bounds of a positive figure, given the variance of its logarithm: figure x exp(+-z sd). */
function around(figure: number, variance: number, z: number): Bounds {
  const factor = Math.exp(z * Math.sqrt(Math.max(0, variance)));
  return { lower: figure / factor, upper: figure * factor };
}

/** Bounds of the figures of a fitted distribution. The logarithm of each figure is assumed to be normal. */
export interface FitBounds {
  shape: Bounds;
  scale: Bounds;
  mean: Bounds;
  /** Bounds of the age by which a fraction, 0 to 1, has failed. */
  ageBounds(share: number): Bounds;
}

/**
 * Two-sided bounds by the Fisher matrix, for derived figures with the delta method. Type 1: of the time at a given
 * probability. Source: ReliaSoft, Life Data Analysis Reference, "Fisher Matrix Confidence Bounds".
 * @param confidence 0 to 1, as in 0.9
 */
export function fisherBounds(weibull: Weibull, covariance: Covariance, confidence: number): FitBounds {
  const { shape, scale } = weibull;
  const z = normalQuantile((1 + confidence) / 2);
  // Delta method: from the derivatives of the figure's logarithm by shape and scale.
  const computeVariance = (byShape: number, byScale: number) =>
    byShape ** 2 * covariance.shape +
    byScale ** 2 * covariance.scale +
    2 * byShape * byScale * covariance.both;
  const step = shape * 1e-5;
  const logMean = (at: number) => Math.log(meanLife({ shape: at, scale }));
  const meanByShape = (logMean(shape + step) - logMean(shape - step)) / (2 * step);
  return {
    shape: around(shape, covariance.shape / shape ** 2, z),
    scale: around(scale, covariance.scale / scale ** 2, z),
    mean: around(meanLife(weibull), computeVariance(meanByShape, 1 / scale), z),
    ageBounds(share) {
      const x = paperAxis(share);
      return around(scale * Math.exp(x / shape), computeVariance(-x / shape ** 2, 1 / scale), z);
    },
  };
}

/** The quantile of the standard normal distribution, by bisection. */
export function normalQuantile(probability: number): number {
  let low = -10;
  let high = 10;
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Standard normal distribution by its power series, sum of x^(2k+1) / (1 3 5 ... (2k+1)). Source: Abramowitz and
 * Stegun, 26.2.11.
 */
function normalCdf(x: number): number {
  if (x < -8) return 0;
  if (x > 8) return 1;
  let term = x;
  let sum = x;
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum) && k < 1000; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}
