import type { ImprovementSets } from '@twinward/contracts/risk/improvement';
import { type BudgetChoice, type Choice, chooseWithinBudget } from '@twinward/domain/risk/budget';

export type OptionSet = ImprovementSets['assets'][number]['sets'][number];
export type AssetChoice = Choice<OptionSet>;
export type SetChoice = BudgetChoice<OptionSet>;

export const toChoices = ({ assets }: ImprovementSets): AssetChoice[] =>
  assets.map(({ assetId, sets }) => ({ id: assetId, alternatives: sets }));

/** The minimum budget for which every asset gets its best set. */
export const fullCost = ({ assets }: ImprovementSets): number =>
  assets.reduce((sum, { sets }) => sum + (sets.at(-1)?.cost ?? 0), 0);

/** Maximum number of search states per point of the curve, so that hard cases do not block the page. */
const statesPerPoint = 200_000;
const mostPoints = 50;

export interface CurvePoint {
  budget: number;
  gain: number;
  isExact: boolean;
}

/** The gain of the best set for evenly spaced budgets from 0 to the full cost. */
export function budgetCurve(choices: readonly AssetChoice[], full: number): CurvePoint[] {
  const count = Math.min(mostPoints, full);
  return Array.from({ length: count + 1 }, (_, place) => {
    const budget = count === 0 ? 0 : Math.round((full * place) / count);
    const { gain, isExact } = chooseWithinBudget(choices, budget, statesPerPoint);
    return { budget, gain, isExact };
  });
}
