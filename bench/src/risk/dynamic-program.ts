import type { Choice } from '@twinward/domain/risk/budget';

/**
 * Returns the gain of the best set within a budget by the simplest exact algorithm: a table of the best gain for every
 * amount, choice by choice. Source: Bellman, Dynamic Programming, 1957.
 * @param unit that divides all costs and the budget
 */
export function bestGainByTable(choices: readonly Choice[], budget: number, unit: number): number {
  let best = new Float64Array(budget / unit + 1);
  for (const { alternatives } of choices) {
    const next = best.slice();
    for (const { cost, gain } of alternatives) {
      const units = cost / unit;
      for (let amount = best.length - 1; amount >= units; amount--) {
        next[amount] = Math.max(next[amount]!, best[amount - units]! + gain);
      }
    }
    best = next;
  }
  return best.at(-1)!;
}
