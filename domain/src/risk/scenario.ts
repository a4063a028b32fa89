import { truncatePercent } from './probability.ts';
import { calculateRisk, type ModeLife, riskOfAsset } from './risk.ts';
import { type Weibull, weibullCdf } from './weibull.ts';

/** A failure mode that has a distribution of lives. */
export interface ScenarioMode extends ModeLife {
  id: number;
  name: string;
}

/** The inputs of a scenario for one asset in an analysis. */
export interface ScenarioAsset {
  /** In days; null without a distribution of its own. */
  life: Weibull | null;
  /** Days in the analysis; null if unknown. */
  days: number | null;
  /** Whole currency units; null without one of its own. */
  consequence: number | null;
  /** Distribution of its benchmark. Null without one. */
  library: Weibull | null;
  failureModes: readonly ScenarioMode[];
  /** Whether its probability is the roll-up of its failure modes. */
  isRollUp: boolean;
}

/** The effect of an option. */
export type Effect =
  /** The characteristic life becomes that of the benchmark, if that is longer; the shape stays. */
  | { type: 'benchmark' }
  /** A distribution in days. A shape of null keeps that of the asset or failure mode. */
  | { type: 'life'; shape: number | null; scale: number }
  /** Percent of failing by the end of the analysis. */
  | { type: 'probability'; percent: number };

/** An option of improvement of an asset, or of one of its failure modes. */
export interface Option {
  /** Null for the option to reach the benchmark, which is not stored. */
  id: number | null;
  /** Null for the asset as a whole. */
  failureModeId: number | null;
  name: string;
  /** Whole currency units; null if unknown. */
  cost: number | null;
  effect: Effect;
}

export const benchmarkOption = (cost: number | null): Option => ({
  id: null,
  failureModeId: null,
  name: 'Benchmark',
  cost,
  effect: { type: 'benchmark' },
});

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
  /** Why the improvement has no effect. Null if it has one. */
  noEffect: string | null;
  failureModes: { name: string; before: number | null; after: number | null }[];
}

export const noImprovement = {
  benchmark: 'The library has no benchmark for its taxonomy.',
  better: 'It is already as good as its benchmark.',
  probability: 'It has no probability that can be improved.',
  budget: 'It is not within the budget.',
  cost: 'Options without a cost are not included in a budget.',
  gain: 'It does not reduce the risk.',
  worse: 'It does not make a failure less likely.',
  ownProbability: 'The probability of the asset is used, not those of its failure modes.',
  mode: 'The failure mode has no probability that can be improved.',
  rollUp: 'Its probability comes from its failure modes, so it has no life to compare with a benchmark.',
  modeCosts: 'Its cost of failure comes from its failure modes. Please add options to them.',
} as const;

/** An asset that is not improved. */
export function unimproved(asset: ScenarioAsset, noEffect: string | null = null): Improvement {
  const before = calculateFigures(asset);
  return { before, after: before, noEffect, failureModes: compareModes(asset, asset) };
}

/**
 * Improves an asset by options: one for the asset, or one for each of some failure modes. Dates and consequences do not
 * change. If the characteristic life of the asset grows, those of its failure modes grow in proportion.
 */
export function improve(asset: ScenarioAsset, options: readonly Option[]): Improvement {
  const [option] = options;
  if (!option) return unimproved(asset);
  if (option.failureModeId !== null) return improveModes(asset, options);
  const { life } = asset;
  switch (option.effect.type) {
    case 'benchmark':
      return improveToBenchmark(asset);
    case 'life': {
      const { scale, shape } = option.effect;
      return improveAsset(asset, { shape: shape ?? life?.shape ?? 1, scale }, null);
    }
    case 'probability':
      return improveAsset(asset, null, option.effect.percent);
  }
}

function improveToBenchmark(asset: ScenarioAsset): Improvement {
  const { life, library } = asset;
  if (asset.isRollUp) return unimproved(asset, noImprovement.rollUp);
  if (!library) return unimproved(asset, noImprovement.benchmark);
  if (life && life.scale >= library.scale) return unimproved(asset, noImprovement.better);
  return improveAsset(asset, life ? { shape: life.shape, scale: library.scale } : library, null);
}

/** Gives an asset another life or, if `life` is null, another percentage. */
function improveAsset(asset: ScenarioAsset, life: Weibull | null, percent: number | null): Improvement {
  if (asset.isRollUp && asset.consequence === null) return unimproved(asset, noImprovement.modeCosts);
  const before = calculateFigures(asset);
  const after = figuresWith(
    asset,
    life,
    life ? computePercent(life, asset.days) : asset.days === null ? null : percent,
  );
  if (before.percent !== null && after.percent! > before.percent) {
    return unimproved(asset, noImprovement.worse);
  }
  const growth = asset.life && life ? life.scale / asset.life.scale : 1;
  const failureModes = asset.failureModes.map((mode) =>
    growth === 1 ? mode : { ...mode, life: { ...mode.life, scale: mode.life.scale * growth } },
  );
  return {
    before,
    after,
    // An asset without a life of its own shows the figures of the option, but has nothing to compare them with.
    noEffect: asset.life || asset.isRollUp ? null : noImprovement.probability,
    failureModes: compareModes(asset, { ...asset, failureModes }),
  };
}

function improveModes(asset: ScenarioAsset, options: readonly Option[]): Improvement {
  const byMode = new Map(options.map((option) => [option.failureModeId, option]));
  if (!asset.failureModes.some(({ id }) => byMode.has(id))) return unimproved(asset, noImprovement.mode);
  const percents = asset.failureModes.map((mode) => improvedPercent(mode, byMode.get(mode.id), asset.days));
  const before = calculateFigures(asset);
  const after = asset.isRollUp ? rolledUp(asset, percents) : before;
  const failureModes = asset.failureModes.map((mode, place) => ({
    name: mode.name,
    before: computePercent(mode.life, asset.days),
    after: percents[place]!,
  }));
  const isBetter = failureModes.some((mode) => (mode.after ?? 0) < (mode.before ?? 0));
  const noEffect = asset.isRollUp
    ? isBetter || asset.days === null
      ? null
      : noImprovement.worse
    : asset.life
      ? noImprovement.ownProbability
      : noImprovement.probability;
  return { before, after, noEffect, failureModes };
}

/** Returns the lower of a failure mode's own percentage and that of an option. */
function improvedPercent({ life }: ScenarioMode, option: Option | undefined, days: number | null) {
  const own = computePercent(life, days);
  if (!option || own === null || option.effect.type === 'benchmark') return own;
  const { effect } = option;
  const improved =
    effect.type === 'probability'
      ? effect.percent
      : computePercent({ shape: effect.shape ?? life.shape, scale: effect.scale }, days)!;
  return Math.min(own, improved);
}

const compareModes = (before: ScenarioAsset, after: ScenarioAsset): Improvement['failureModes'] =>
  before.failureModes.map(({ name, life }, place) => ({
    name,
    before: computePercent(life, before.days),
    after: computePercent(after.failureModes[place]!.life, after.days),
  }));

function calculateFigures(asset: ScenarioAsset): ScenarioFigures {
  const { life, days, failureModes, isRollUp } = asset;
  if (isRollUp)
    return rolledUp(
      asset,
      failureModes.map((mode) => computePercent(mode.life, days)),
    );
  return figuresWith(asset, life, computePercent(life, days));
}

function figuresWith(
  { consequence }: ScenarioAsset,
  life: Weibull | null,
  percent: number | null,
): ScenarioFigures {
  const probability = percent === null ? null : truncatePercent(percent);
  return { life, percent, probability, risk: calculateRisk(probability, consequence) };
}

/** @param percents of the failure modes, in their order */
function rolledUp(asset: ScenarioAsset, percents: readonly (number | null)[]): ScenarioFigures {
  const { consequence, failureModes } = asset;
  const risk = riskOfAsset(
    { life: null, consequence, failureModes },
    (_, mode) => percents[failureModes.indexOf(mode!)]!,
  );
  return { life: null, ...risk };
}

const computePercent = (life: Weibull | null, days: number | null): number | null =>
  life === null || days === null ? null : 100 * weibullCdf(life, days);

/** The reduction of the risk; 0 if either risk is unknown. */
export function riskReduction({ before, after }: Pick<Improvement, 'before' | 'after'>): number {
  return before.risk === null || after.risk === null ? 0 : before.risk - after.risk;
}
