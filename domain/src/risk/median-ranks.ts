import type { Life } from './fit.ts';
import type { Weibull } from './weibull.ts';

/** A failure on probability paper. */
export interface PlotPoint {
  /** Age in days. */
  days: number;
  /** Rank among all lives, adjusted for earlier suspensions. */
  rank: number;
  /** Fraction of lives that ended by then, 0 to 1, estimated by the median rank. */
  share: number;
}

/**
 * The points of failures on probability paper. The rank of a failure exceeds the previous one by (n + 1 - previous
 * rank) / (1 + lives still running), which takes suspensions into account; its fraction is Benard's approximation of
 * the median rank, (i - 0.3) / (n + 0.4). At equal ages, failures come before suspensions. Source: IEC 61649:2008; the
 * adjustment by Johnson, 1959.
 */
export function plotPoints(lives: readonly Life[]): PlotPoint[] {
  const ordered = lives.toSorted((a, b) => a.days - b.days || Number(b.failed) - Number(a.failed));
  const count = ordered.length;
  let rank = 0;
  return ordered.flatMap(({ days, failed }, index) => {
    if (!failed) return [];
    rank += (count + 1 - rank) / (1 + count - index);
    return [{ days, rank, share: (rank - 0.3) / (count + 0.4) }];
  });
}

/** Position of a fraction on the paper's axis: the line of a Weibull distribution is ln t = ln eta + x / beta. */
export const paperAxis = (share: number): number => Math.log(-Math.log1p(-share));

export interface RankFit extends Weibull {
  /** Coefficient of determination of the points and their line. */
  correlationSquared: number;
}

/**
 * The regression line through the points on probability paper, of ages on fractions.
 * Source: IEC 61649:2008, median rank regression of X on Y.
 * @returns null for fewer than two different ages of failure.
 */
export function fitMedianRanks(lives: readonly Life[]): RankFit | null {
  const points = plotPoints(lives).map(({ days, share }) => ({ x: paperAxis(share), y: Math.log(days) }));
  if (new Set(points.map(({ y }) => y)).size < 2) return null;
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const x = mean((point) => point.x);
  const y = mean((point) => point.y);
  const xx = mean((point) => (point.x - x) ** 2);
  const yy = mean((point) => (point.y - y) ** 2);
  const xy = mean((point) => (point.x - x) * (point.y - y));
  const slope = xy / xx;
  return { shape: 1 / slope, scale: Math.exp(y - slope * x), correlationSquared: xy ** 2 / (xx * yy) };
}
