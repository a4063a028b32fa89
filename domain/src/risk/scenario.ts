import { truncatePercent } from './probability.ts';
import { riskOf } from './risk.ts';
import { type Weibull, weibullCdf } from './weibull.ts';

/** An asset of an analysis, as the input of a scenario; ages in days. */
export interface ScenarioAsset {
  /** Its life distribution; null without one. */
  life: Weibull | null;
  /** Days in operation within the analysis; null if unknown. */
  days: number | null;
  consequence: number | null;
  library: Weibull | null;
  failureModes: readonly { name: string; life: Weibull }[];
}

export interface ScenarioFigures {
  life: Weibull | null;
  /** Percent, not truncated. */
  percent: number | null;
  /** Whole percent. */
  probability: number | null;
  risk: number | null;
}

export interface Improvement {
  before: ScenarioFigures;
  after: ScenarioFigures;
  /** Why the improvement has no effect; null if it has. */
  noEffect: string | null;
  failureModes: { name: string; before: number | null; after: number | null }[];
}

export const noImprovement = {
  benchmark: 'The library has no benchmark for its taxonomy.',
  better: 'It is as good as its benchmark already.',
  probability: 'It has no probability that could become better.',
  budget: 'It is not within the budget.',
  cost: 'Without a cost it can’t be chosen under a budget.',
  gain: 'It takes nothing off the risk.',
} as const;

/** An asset that is not improved. */
export function unimproved(asset: ScenarioAsset, noEffect: string | null = null): Improvement {
  return improvementOf(asset, asset.life, noEffect);
}

/**
 * An improved asset: its characteristic life becomes max(own eta, benchmark eta), with its own shape; the
 * characteristic lives of its failure modes scale by the same factor. Dates and consequence are kept.
 */
export function improve(asset: ScenarioAsset): Improvement {
  const { life, library } = asset;
  if (!library) return unimproved(asset, noImprovement.benchmark);
  // The benchmark's figures are shown, but do not count as an improvement.
  if (!life) return improvementOf(asset, library, noImprovement.probability);
  if (life.scale >= library.scale) return unimproved(asset, noImprovement.better);
  return improvementOf(asset, { shape: life.shape, scale: library.scale }, null);
}

/**
 * An asset left out by the best set within a budget, with the reason.
 *
 * @param cost of its improvement; null if unknown.
 */
export function leaveOut(asset: ScenarioAsset, cost: number | null): Improvement {
  const improvement = improve(asset);
  if (improvement.noEffect !== null) return unimproved(asset, improvement.noEffect);
  if (cost === null) return unimproved(asset, noImprovement.cost);
  return unimproved(asset, gainOf(improvement) > 0 ? noImprovement.budget : noImprovement.gain);
}

function improvementOf(asset: ScenarioAsset, life: Weibull | null, noEffect: string | null): Improvement {
  const growth = asset.life && life ? life.scale / asset.life.scale : 1;
  return {
    before: figuresOf(asset, asset.life),
    after: figuresOf(asset, life),
    noEffect,
    failureModes: asset.failureModes.map(({ name, life: { shape, scale } }) => ({
      name,
      before: percentOf({ shape, scale }, asset.days),
      after: percentOf({ shape, scale: growth === 1 ? scale : scale * growth }, asset.days),
    })),
  };
}

function figuresOf({ days, consequence }: ScenarioAsset, life: Weibull | null): ScenarioFigures {
  const percent = percentOf(life, days);
  const probability = percent === null ? null : truncatePercent(percent);
  return { life, percent, probability, risk: riskOf(probability, consequence) };
}

const percentOf = (life: Weibull | null, days: number | null): number | null =>
  life === null || days === null ? null : 100 * weibullCdf(life, days);

/** The reduction of risk; 0 if either risk is unknown. */
export function gainOf({ before, after }: Pick<Improvement, 'before' | 'after'>): number {
  return before.risk === null || after.risk === null ? 0 : before.risk - after.risk;
}
