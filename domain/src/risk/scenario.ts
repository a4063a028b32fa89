import { truncatePercent } from './probability.ts';
import { riskOf } from './risk.ts';
import { type Weibull, weibullCdf } from './weibull.ts';

/** An asset of an analysis, as a scenario takes it; ages in days. */
export interface ScenarioAsset {
  /** Its distribution of lives; null where it has none. */
  life: Weibull | null;
  /** Days that it runs within the analysis; null where that can't be told. */
  days: number | null;
  consequence: number | null;
  library: Weibull | null;
  failureModes: readonly { name: string; life: Weibull }[];
}

export interface ScenarioFigures {
  life: Weibull | null;
  /** Percent, not cut. */
  percent: number | null;
  /** Whole percent. */
  probability: number | null;
  risk: number | null;
}

export interface Improvement {
  before: ScenarioFigures;
  after: ScenarioFigures;
  /** Why it changes nothing; null where it does. */
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

/** An asset that is left as it is. */
export function unimproved(asset: ScenarioAsset, noEffect: string | null = null): Improvement {
  return improvementOf(asset, asset.life, noEffect);
}

/**
 * An asset improved to what the library says of its kind: eta' = max(own eta, library eta), its shape unchanged;
 * the characteristic lives of its failure modes grow as its own does. Dates and consequence stay.
 */
export function improve(asset: ScenarioAsset): Improvement {
  const { life, library } = asset;
  if (!library) return unimproved(asset, noImprovement.benchmark);
  // What it would have by the library is shown, but that is no change for the better.
  if (!life) return improvementOf(asset, library, noImprovement.probability);
  if (life.scale >= library.scale) return unimproved(asset, noImprovement.better);
  return improvementOf(asset, { shape: life.shape, scale: library.scale }, null);
}

/**
 * An asset that the best set under a budget leaves as it is, and why.
 *
 * @param cost of its improvement; null where none is known.
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

/** What an improvement takes off the risk; 0 where either risk is not known. */
export function gainOf({ before, after }: Pick<Improvement, 'before' | 'after'>): number {
  return before.risk === null || after.risk === null ? 0 : before.risk - after.risk;
}
