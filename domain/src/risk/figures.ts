import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { durationToDays } from '../duration.ts';
import { characteristicLife } from './benchmark.ts';
import { lifeDistribution, truncatePercent } from './probability.ts';
import { riskOf } from './risk.ts';
import { type Weibull, weibullCdf } from './weibull.ts';

const day = 86_400_000;

/** What the figures of an asset in a risk analysis follow from. */
export interface FigureInputs {
  /** The distribution that holds: of the analysis, else of the twin, else of the asset; null without one. */
  parameters: FailureDistributionParameters | null;
  /** Whole currency units; null without one. */
  consequence: number | null;
  /**
   * From the start of the twin, else of the analysis, to the end of the analysis or to when the asset goes out of service,
   * in milliseconds.
   */
  time: number | null;
  /** Whole percent from which on the asset is an opportunity. */
  threshold: number;
  /** Of the nearest benchmark, in days. */
  benchmark: Weibull | null;
  /** MTBF that the asset's work shows, as an ISO 8601 length of time. */
  measuredMtbf: string | null;
}

export interface Figures {
  shape: number | null;
  /** Characteristic life: ISO 8601, and in days */
  scale: string | null;
  scaleDays: number | null;
  /** Days in the analysis; negative where the twin starts after its end or after going out of service. */
  days: number | null;
  /** Percent, not cut. */
  percent: number | null;
  /** Whole percent. */
  probability: number | null;
  risk: number | null;
  /** Days that the characteristic life is longer than that of the benchmark. */
  comparativeDays: number | null;
  /** Null without a probability. */
  isOpportunity: boolean | null;
}

/**
 * The figures of an asset in a risk analysis. A twin that starts after the analysis has ended has no probability in
 * it. An asset without a distribution is compared with its benchmark by its measured MTBF, turned into a
 * characteristic life by the benchmark's shape.
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

/** An asset's part in the risk of an analysis over time. */
export interface RunningLife extends Weibull {
  /** Days in the analysis, to its end or to when it goes out of service. */
  days: number;
  /** Days between going out of service and the end of the analysis; 0 for what is in service to the end. */
  daysOut: number;
  consequence: number;
}

/**
 * The risk of assets at moments of an analysis: the sum of each asset's probability, cut to a whole percent as its
 * figure is, by its consequence. At the end of the analysis it is the sum of the figures.
 * @param daysLeft of each moment, the days from it to the end of the analysis
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
