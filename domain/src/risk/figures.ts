import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { durationToDays } from '../duration.ts';
import { characteristicLife } from './benchmark.ts';
import { lifeDistribution, truncatePercent } from './probability.ts';
import { riskOf } from './risk.ts';
import { type Weibull, weibullCdf } from './weibull.ts';

const day = 86_400_000;

/** The inputs of an asset's figures in a risk analysis. */
export interface FigureInputs {
  /** The distribution in effect: of the analysis, else of the twin, else of the asset; null without one. */
  parameters: FailureDistributionParameters | null;
  /** Whole currency units; null without one. */
  consequence: number | null;
  /**
   * From the start of the twin, else of the analysis, to the end of the analysis or the out-of-service date,
   * in milliseconds.
   */
  time: number | null;
  /** Whole percent from which the asset is an opportunity. */
  threshold: number;
  /** Of the nearest benchmark, in days. */
  benchmark: Weibull | null;
  /** MTBF measured from the asset's work, as an ISO 8601 length of time. */
  measuredMtbf: string | null;
}

export interface Figures {
  shape: number | null;
  /** Characteristic life, as ISO 8601 and in days. */
  scale: string | null;
  scaleDays: number | null;
  /** Days in the analysis; negative if the twin starts after its end or after the out-of-service date. */
  days: number | null;
  /** Percent, not truncated. */
  percent: number | null;
  /** Whole percent. */
  probability: number | null;
  risk: number | null;
  /** Days by which the characteristic life exceeds that of the benchmark. */
  comparativeDays: number | null;
  /** Null without a probability. */
  isOpportunity: boolean | null;
}

/**
 * The figures of an asset in a risk analysis. A twin that starts after the end of the analysis has no
 * probability. An asset without a distribution is compared with its benchmark by its measured MTBF, converted
 * to a characteristic life with the benchmark's shape.
 */
export function calculateFigures({
  parameters,
  consequence,
  time,
  threshold,
  benchmark,
  measuredMtbf,
}: FigureInputs): Figures {
  const life = parameters && lifeDistribution(parameters);
  const days = time === null ? null : time / day;
  const percent = life === null || days === null || days < 0 ? null : 100 * weibullCdf(life, days);
  const probability = percent === null ? null : truncatePercent(percent);
  return {
    shape: life?.shape ?? null,
    scale: parameters?.scale ?? null,
    scaleDays: life?.scale ?? null,
    days,
    percent,
    probability,
    risk: riskOf(probability, consequence),
    comparativeDays: compare(life, benchmark, measuredMtbf),
    isOpportunity: probability === null ? null : probability >= threshold,
  };
}

function compare(
  life: Weibull | null,
  benchmark: Weibull | null,
  measuredMtbf: string | null,
): number | null {
  if (benchmark === null) return null;
  if (life) return life.scale - benchmark.scale;
  if (measuredMtbf === null) return null;
  return characteristicLife(durationToDays(measuredMtbf), benchmark.shape) - benchmark.scale;
}

/** The contribution of an asset to the risk over time. */
export interface RunningLife extends Weibull {
  /** Days in the analysis, to its end or the out-of-service date. */
  days: number;
  /** Days between the out-of-service date and the end of the analysis; 0 if in service to the end. */
  daysOut: number;
  consequence: number;
}

/**
 * The risk of assets at moments of an analysis: the sum of each asset's probability, truncated to a whole percent like
 * its figure, times its consequence. At the end of the analysis it equals the sum of the figures.
 * @param daysLeft days from each moment to the end of the analysis
 */
export function sumRisk(lives: readonly RunningLife[], daysLeft: readonly number[]): number[] {
  return daysLeft.map((left) =>
    lives.reduce((sum, { shape, scale, days, daysOut, consequence }) => {
      const age = Math.min(days, days + daysOut - left);
      const percent = truncatePercent(100 * weibullCdf({ shape, scale }, age));
      return sum + (riskOf(percent, consequence) ?? 0);
    }, 0),
  );
}
