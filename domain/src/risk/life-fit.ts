import { andersonDarling, andersonDarlingCritical } from './anderson-darling.ts';
import { ageOfShare, meanLife } from './benchmark.ts';
import { type Bounds, calculateCovariance, fisherBounds } from './fisher.ts';
import { fitWeibayes, fitWeibull, type Life, logLikelihood } from './fit.ts';
import { fitMedianRanks, type PlotPoint, plotPoints } from './median-ranks.ts';
import type { Weibull } from './weibull.ts';

export const fitMethods = ['maximum-likelihood', 'median-ranks', 'weibayes'] as const;
export type FitMethod = (typeof fitMethods)[number];

export interface FitChoice {
  method: FitMethod;
  /** For a Weibayes fit: the known shape. */
  shape: number | null;
  /** Confidence of the two-sided bounds, 0 to 1. */
  confidence: number;
}

/** A distribution fitted to lives, with its goodness of fit. Ages are in days. */
export interface LifeFit extends Weibull {
  method: FitMethod;
  failures: number;
  suspensions: number;
  logLikelihood: number;
  /** Age by which a tenth has failed. */
  b10: number;
  /** Mean life: the MTBF of assets that are renewed at each failure. */
  mean: number;
  bounds: { confidence: number; shape: Bounds | null; scale: Bounds; b10: Bounds; mean: Bounds } | null;
  /** Coefficient of determination of the failures on probability paper; null for fewer than two different ages. */
  correlationSquared: number | null;
  /** Null with suspensions, for other methods than maximum likelihood, or for fewer than 5 failures. */
  andersonDarling: { statistic: number; critical: number; isRejected: boolean } | null;
  points: PlotPoint[];
  /** The distribution on probability paper, with the bounds of the age at each fraction. */
  line: { share: number; days: number; lower: number | null; upper: number | null }[];
  warnings: string[];
}

const fewFailures = 5;
/** Fractions at which the line is drawn; it is almost straight in between. */
const shares = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999,
];

const withoutMaximum =
  'Maximum likelihood needs failures at two different ages, or a suspension that is longer than the failures. With a known shape, Weibayes works without failures.';
const withoutLine =
  'Median ranks need failures at two different ages. With a known shape, Weibayes works without failures.';
const oneAge = 'All failures have the same age, so the shape depends only on the longer suspensions.';
export const noLives = 'There are no lives: no corrective work was completed and no start date is known.';

/**
 * Fits a Weibull distribution to lives.
 * @param lives with ages above 0
 * @returns the fit, or a message that says why the lives cannot be fitted.
 */
export function fitLives(lives: readonly Life[], { method, shape, confidence }: FitChoice): LifeFit | string {
  if (lives.length === 0) return noLives;
  const weibull =
    method === 'weibayes'
      ? fitWeibayes(lives, shape ?? 1)
      : method === 'median-ranks'
        ? fitMedianRanks(lives)
        : fitWeibull(lives);
  if (!weibull) return method === 'median-ranks' ? withoutLine : withoutMaximum;
  const failed = lives.filter((life) => life.failed);
  const isShapeKnown = method === 'weibayes';
  const covariance = failed.length > 0 ? calculateCovariance(weibull, lives, isShapeKnown) : null;
  const bounds = covariance && fisherBounds(weibull, covariance, confidence);
  const fit: Omit<LifeFit, 'warnings'> = {
    method,
    shape: weibull.shape,
    scale: weibull.scale,
    failures: failed.length,
    suspensions: lives.length - failed.length,
    logLikelihood: logLikelihood(weibull, lives),
    b10: ageOfShare(weibull, 0.1),
    mean: meanLife(weibull),
    bounds: bounds && {
      confidence,
      shape: isShapeKnown ? null : bounds.shape,
      scale: bounds.scale,
      b10: bounds.ageBounds(0.1),
      mean: bounds.mean,
    },
    correlationSquared: fitMedianRanks(lives)?.correlationSquared ?? null,
    andersonDarling: null,
    points: plotPoints(lives),
    line: shares.map((share) => {
      const at = bounds?.ageBounds(share);
      return { share, days: ageOfShare(weibull, share), lower: at?.lower ?? null, upper: at?.upper ?? null };
    }),
  };
  if (method === 'maximum-likelihood' && fit.suspensions === 0) {
    const ages = failed.map(({ days }) => days);
    const statistic = andersonDarling(weibull, ages);
    if (statistic !== null) {
      const isRejected = statistic > andersonDarlingCritical;
      fit.andersonDarling = { statistic, critical: andersonDarlingCritical, isRejected };
    }
  }
  const isOneAge = failed.length > 1 && new Set(failed.map(({ days }) => days)).size === 1;
  return { ...fit, warnings: [...(isOneAge ? [oneAge] : []), ...findWarnings(fit)] };
}

function findWarnings(fit: Omit<LifeFit, 'warnings'>): string[] {
  const { failures, suspensions, bounds, shape, method } = fit;
  const warnings: string[] = [];
  if (failures === 0) {
    warnings.push(
      'No failures. One failure is assumed to be about to happen, so the life is a conservative estimate.',
    );
  } else if (failures < fewFailures) {
    warnings.push(
      `Only ${failures} ${failures === 1 ? 'failure' : 'failures'}: the result may change considerably with the next one.`,
    );
  }
  if (failures > 0 && suspensions > 9 * failures) {
    warnings.push('90 % or more of the lives are suspensions, so the line extends far beyond the data.');
  }
  if (method !== 'weibayes') {
    const isNearOne = bounds?.shape
      ? bounds.shape.lower <= 1 && bounds.shape.upper >= 1
      : Math.abs(shape - 1) < 0.1;
    if (isNearOne) {
      warnings.push('The shape may be 1 (random failures). Replacement by age would have no benefit.');
    } else if (shape < 1) {
      warnings.push('The shape is below 1 (early failures). Replacement by age would cause more failures.');
    }
  }
  if (fit.andersonDarling?.isRejected) {
    warnings.push('The lives do not fit a Weibull distribution. Check for more than one failure mode.');
  }
  return warnings;
}
