import type { Candidate } from '@twinward/domain/risk/budget';

/**
 * What the best set of candidates within a budget gains, by the plainest exact way: the table of the best gain for
 * every amount, one candidate after the other. Source: Bellman, Dynamic Programming, 1957.
 * @param unit that divides all costs and the budget
 */
export function bestGainByTable(candidates: readonly Candidate[], budget: number, unit: number): number {
  const best = new Float64Array(budget / unit + 1);
  for (const { cost, gain } of candidates) {
    const units = cost / unit;
    for (let amount = best.length - 1; amount >= units; amount--) {
      best[amount] = Math.max(best[amount]!, best[amount - units]! + gain);
    }
  }
  return best.at(-1)!;
}
