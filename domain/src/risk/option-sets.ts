import {
  type Improvement,
  improve,
  noImprovement,
  type Option,
  riskReduction,
  type ScenarioAsset,
  unimproved,
} from './scenario.ts';

/** Options of an asset that can be made together: one for the asset, or one for each of some failure modes. */
export interface OptionSet {
  options: readonly Option[];
  /** Whole currency units. */
  cost: number;
  /** The reduction of the risk. */
  gain: number;
}

/** Maximum number of combinations of the options of an asset's failure modes. */
export const mostCombinations = 100_000;

/** Returns the number of combinations, including the empty one. @param options of failure modes */
export function countCombinations(options: readonly { failureModeId: number | null }[]): number {
  const counts = new Map<number | null, number>();
  for (const { failureModeId } of options) counts.set(failureModeId, (counts.get(failureModeId) ?? 0) + 1);
  return [...counts.values()].reduce((product, count) => product * (1 + count), 1);
}

/**
 * Returns the sets of an asset's options that have a cost and reduce its risk, without sets that another one dominates
 * in cost and gain. The cheapest is first.
 */
export function optionSets(asset: ScenarioAsset, options: readonly Option[]): OptionSet[] {
  const priced = options.filter(({ cost }) => cost !== null);
  const sets = [
    ...priced.filter(({ failureModeId }) => failureModeId === null).map((option) => [option]),
    ...modeSets(asset, priced),
  ].map((set) => ({ options: set, cost: sumCosts(set)!, gain: riskReduction(improve(asset, set)) }));
  let highest = 0;
  return sets
    .toSorted((a, b) => a.cost - b.cost || b.gain - a.gain)
    .filter(({ gain }) => {
      if (gain <= highest) return false;
      highest = gain;
      return true;
    });
}

/**
 * Returns the set of an asset's options with the largest risk reduction, whatever its cost. Ties are decided by the
 * lowest probability, then the lowest cost, then the order. Empty without options.
 */
export function bestSet(asset: ScenarioAsset, options: readonly Option[]): readonly Option[] {
  const free = options.map((option) => ({ ...option, cost: option.cost ?? 0 }));
  const sets = [
    ...free.filter(({ failureModeId }) => failureModeId === null).map((option) => [option]),
    ...modeSets(asset, free),
  ].map((set) => ({ set, ...improve(asset, set) }));
  const [best] = sets.toSorted(
    (a, b) =>
      Number(a.noEffect !== null) - Number(b.noEffect !== null) ||
      riskReduction(b) - riskReduction(a) ||
      (a.after.percent ?? 100) - (b.after.percent ?? 100) ||
      sumCosts(a.set)! - sumCosts(b.set)!,
  );
  return (best?.set ?? []).map((chosen) => options.find(({ id }) => id === chosen.id)!);
}

/**
 * Returns an unimproved asset with the reason why the best set within a budget contains none of its options.
 * @param options of the asset, none of which is in the set
 */
export function leaveOut(asset: ScenarioAsset, options: readonly Option[]): Improvement {
  const improvements = options.map((option) => ({ option, ...improve(asset, [option]) }));
  const effective = improvements.filter(({ noEffect }) => noEffect === null);
  if (effective.length === 0) return unimproved(asset, improvements[0]?.noEffect ?? null);
  const priced = effective.filter(({ option }) => option.cost !== null);
  if (priced.length === 0) return unimproved(asset, noImprovement.cost);
  const hasGain = optionSets(asset, options).length > 0;
  return unimproved(asset, hasGain ? noImprovement.budget : noImprovement.gain);
}

/** The cost of a set; null if one of its options has none. */
export function sumCosts(options: readonly Option[]): number | null {
  return options.reduce<number | null>(
    (sum, { cost }) => (sum === null || cost === null ? null : sum + cost),
    0,
  );
}

interface ModeSet {
  options: readonly Option[];
  cost: number;
  score: number;
}

/**
 * Returns the sets of options of failure modes that no other set dominates. If each mode has its own cost of failure,
 * the risks of modes add up; else the logarithms of their reliabilities do. In both cases a set that is dominated
 * among some modes stays dominated, whatever is chosen for the others.
 */
function modeSets(asset: ScenarioAsset, options: readonly Option[]): (readonly Option[])[] {
  if (!asset.isRollUp) {
    // No set has an effect: returns each option alone, for its reason.
    return options.filter(({ failureModeId }) => failureModeId !== null).map((option) => [option]);
  }
  let sets: ModeSet[] = [{ options: [], cost: 0, score: 0 }];
  for (const mode of asset.failureModes) {
    const ofMode = options.filter(({ failureModeId }) => failureModeId === mode.id);
    if (ofMode.length === 0) continue;
    const choices = [
      { option: null, cost: 0, score: computeScore(asset, mode.id, null) },
      ...ofMode.map((option) => ({
        option,
        cost: option.cost ?? 0,
        score: computeScore(asset, mode.id, option),
      })),
    ];
    sets = undominated(
      sets.flatMap((set) =>
        choices.map(({ option, cost, score }) => ({
          options: option ? [...set.options, option] : set.options,
          cost: set.cost + cost,
          score: set.score + score,
        })),
      ),
    );
  }
  const unknown = options.filter(
    ({ failureModeId }) =>
      failureModeId !== null && !asset.failureModes.some(({ id }) => id === failureModeId),
  );
  return [
    ...sets.filter((set) => set.options.length > 0).map((set) => set.options),
    ...unknown.map((option) => [option]),
  ];
}

/** Returns the contribution of a failure mode to the score by which sets are compared. Higher is better. */
function computeScore(asset: ScenarioAsset, modeId: number, option: Option | null): number {
  const mode = asset.failureModes.find(({ id }) => id === modeId)!;
  const alone = { ...asset, failureModes: [mode] };
  const { after } = improve(alone, option ? [option] : []);
  if (after.percent === null) return 0;
  return asset.consequence === null
    ? -(after.percent / 100) * (mode.consequence ?? 0)
    : Math.log1p(-after.percent / 100);
}

function undominated(sets: ModeSet[]): ModeSet[] {
  let highest: number | null = null;
  return sets
    .sort((a, b) => a.cost - b.cost || b.score - a.score)
    .filter(({ score }) => {
      if (highest !== null && score <= highest) return false;
      highest = score;
      return true;
    });
}
