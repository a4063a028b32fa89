import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { durationToDays } from '../duration.ts';
import { type AgeInputs, isUnderRepair, lastRenewal, type RenewableMode, riskGivenSurvival } from './age.ts';
import { characteristicLife } from './benchmark.ts';
import { lifeDistribution } from './probability.ts';
import {
  type AssetRisk,
  type FailingAsset,
  isRolledUp,
  type ModeLife,
  riskOfAsset,
  unknownRisk,
} from './risk.ts';
import { type Weibull, weibullCdf } from './weibull.ts';

const day = 86_400_000;

/** The end of an asset in an analysis: that of the analysis, or the out-of-service date if that is earlier. */
export function endInService(end: number | null, outOfServiceAt: number | null): number | null {
  return end === null || outOfServiceAt === null ? (end ?? outOfServiceAt) : Math.min(end, outOfServiceAt);
}

/**
 * Returns the time of an asset in an analysis, in milliseconds: from the start of its twin, else of the analysis, to its
 * end in the analysis; negative if the twin starts later. Null without a date, or if the asset went out of service
 * before the analysis starts. Dates in epoch milliseconds.
 */
export function timeInService(
  analysis: { start: number | null; end: number | null },
  asset: { twinStart: number | null; outOfServiceAt: number | null },
): number | null {
  const end = endInService(analysis.end, asset.outOfServiceAt);
  if (analysis.start === null || end === null) return null;
  if (asset.outOfServiceAt !== null && asset.outOfServiceAt < analysis.start) return null;
  return end - (asset.twinStart ?? analysis.start);
}

/** The inputs of an asset's figures in a risk analysis. */
export interface FigureInputs {
  /** The distribution in effect: of the analysis, else of the twin, else of the asset; null without one. */
  parameters: FailureDistributionParameters | null;
  /** Whole currency units; null without one. */
  consequence: number | null;
  /** Failure modes with a probability: of the analysis, else their own. Used if `parameters` give no distribution. */
  failureModes: readonly (ModeLife & RenewableMode)[];
  /**
   * From the start of the twin, else of the analysis, to the end of the analysis or the out-of-service date,
   * in milliseconds.
   */
  time: number | null;
  /** Whole percent from which the asset is an opportunity. */
  threshold: number;
  /** Distribution of the nearest benchmark, in days. */
  benchmark: Weibull | null;
  /** MTBF measured from the asset's work, as an ISO 8601 length of time. */
  measuredMtbf: string | null;
  /** Null to skip the probability given survival. */
  age: AgeInputs | null;
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
  /** Whether the probability is the roll-up of the failure modes. */
  isRolledUp: boolean;
  /** Probability and risk given survival until today. */
  conditional: AssetRisk;
  /** The time from which age counts, in epoch milliseconds. Null if `conditional` is not calculated. */
  renewedAt: number | null;
  isUnderRepair: boolean;
  /** Days by which the characteristic life exceeds that of the benchmark. */
  comparativeDays: number | null;
  /** Null without a probability. */
  isOpportunity: boolean | null;
}

/**
 * Returns the figures of an asset in a risk analysis. A twin that starts after the end of the analysis has no
 * probability. An asset without a distribution has the probability of its failure modes, and is compared with its
 * benchmark by its measured MTBF, converted to a characteristic life with the benchmark's shape.
 */
export function calculateFigures({
  parameters,
  consequence,
  failureModes,
  time,
  threshold,
  benchmark,
  measuredMtbf,
  age,
}: FigureInputs): Figures {
  const life = parameters && lifeDistribution(parameters);
  const days = time === null ? null : time / day;
  const asset = { life, consequence, failureModes };
  const isInTime = days !== null && days >= 0;
  const { percent, probability, risk } = riskOfAsset(asset, (of) =>
    isInTime ? 100 * weibullCdf(of, days) : null,
  );
  const known = isInTime ? age : null;
  return {
    shape: life?.shape ?? null,
    scale: parameters?.scale ?? null,
    scaleDays: life?.scale ?? null,
    days,
    percent,
    probability,
    risk,
    isRolledUp: isRolledUp(asset),
    conditional: known ? riskGivenSurvival(asset, known) : unknownRisk,
    renewedAt: known ? lastRenewal(known.work, known, null) : null,
    isUnderRepair: known !== null && isUnderRepair(known.work, null),
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

/** An asset as it ages in an analysis. */
export interface AgingAsset extends FailingAsset {
  /** Days in the analysis, to its end or the out-of-service date. */
  days: number;
  /** Days between the out-of-service date and the end of the analysis; 0 if in service to the end. */
  daysOut: number;
}

/**
 * Returns the total risk of assets at points in time of an analysis, by their ages at that time. At the end of the
 * analysis it equals the sum of the figures.
 * @param daysLeft days from each point in time to the end of the analysis
 */
export function sumRisk(assets: readonly AgingAsset[], daysLeft: readonly number[]): number[] {
  return daysLeft.map((left) =>
    assets.reduce((sum, asset) => {
      const age = Math.min(asset.days, asset.days + asset.daysOut - left);
      return sum + (riskOfAsset(asset, (life) => 100 * weibullCdf(life, age)).risk ?? 0);
    }, 0),
  );
}
