import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, chooseWithinBudget } from './budget.ts';

const candidates = (...pairs: [cost: number, gain: number][]): Candidate[] =>
  pairs.map(([cost, gain], index) => ({ id: index + 1, cost, gain }));

/** The maximum gain over all sets. */
function bruteForce(items: readonly Candidate[], budget: number): number {
  let best = 0;
  for (let set = 0; set < 2 ** items.length; set++) {
    const chosen = items.filter((_, index) => set & (1 << index));
    const cost = chosen.reduce((sum, one) => sum + one.cost, 0);
    const gain = chosen.reduce((sum, one) => sum + one.gain, 0);
    if (cost <= budget && gain > best) best = gain;
  }
  return best;
}

describe('the best improvements within a budget', () => {
  it('are not simply those with the best return', () => {
    const choice = chooseWithinBudget(candidates([60, 120], [50, 95], [50, 95]), 100);
    expect(choice).toEqual({ chosen: [2, 3], cost: 100, gain: 190, isExact: true, bound: 190 });
  });

  it('include all free ones, and exclude those without gain and those that cost too much', () => {
    const choice = chooseWithinBudget(candidates([0, 5], [10, 0], [10, -3], [200, 900], [100, 1]), 100);
    expect(choice).toEqual({ chosen: [1, 5], cost: 100, gain: 6, isExact: true, bound: 6 });
  });

  it('are none without a budget or without candidates', () => {
    const nothing = { chosen: [], cost: 0, gain: 0, isExact: true, bound: 0 };
    expect(chooseWithinBudget(candidates([10, 5]), 0)).toEqual(nothing);
    expect(chooseWithinBudget([], 1000)).toEqual(nothing);
  });

  it('gain as much as the best of all sets', () => {
    const item = fc.record({
      cost: fc.integer({ min: 0, max: 30 }),
      gain: fc.oneof(fc.integer({ min: -5, max: 40 }), fc.double({ min: 0, max: 40, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), fc.integer({ min: 0, max: 120 }), (list, budget) => {
        const items = list.map((one, id) => ({ id, ...one }));
        const choice = chooseWithinBudget(items, budget);
        expect(choice.gain).toBeCloseTo(bruteForce(items, budget), 8);
        expect(choice.isExact).toBe(true);
        expect(choice.cost).toBeLessThanOrEqual(budget);
        const chosen = items.filter(({ id }) => choice.chosen.includes(id));
        expect(choice.cost).toBe(chosen.reduce((sum, { cost }) => sum + cost, 0));
      }),
    );
  });

  it('gain as much as the best of all sets with very different costs', () => {
    const item = fc.record({
      cost: fc.integer({ min: 1, max: 1_000_000 }),
      gain: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (list, part) => {
          const items = list.map((one, id) => ({ id, ...one }));
          const budget = Math.floor(part * items.reduce((sum, { cost }) => sum + cost, 0));
          const choice = chooseWithinBudget(items, budget);
          expect(choice).toMatchObject({ gain: bruteForce(items, budget), isExact: true });
          expect(choice.cost).toBeLessThanOrEqual(budget);
        },
      ),
    );
  });

  it('are found among a thousand with gains slightly above their costs', () => {
    const many = Array.from({ length: 1000 }, (_, id) => {
      const cost = 1 + ((id * id * 7_919 + 13) % 997);
      return { id, cost, gain: cost + 100 };
    });
    const budget = 80_003;
    const best = new Float64Array(budget + 1);
    for (const { cost, gain } of many) {
      for (let amount = budget; amount >= cost; amount--) {
        best[amount] = Math.max(best[amount]!, best[amount - cost]! + gain);
      }
    }
    const choice = chooseWithinBudget(many, budget);
    expect(choice).toMatchObject({ gain: best[budget], bound: best[budget], isExact: true });
    expect(choice.cost).toBeLessThanOrEqual(budget);
  });

  it('are found if all returns are equal, so that no bound helps', () => {
    // All costs are multiples of 14: 3 of the budget always remain.
    const alike = Array.from({ length: 60 }, (_, id) => ({
      id,
      cost: 2 * (1001 + 7 * id),
      gain: 2 * (1001 + 7 * id),
    }));
    const choice = chooseWithinBudget(alike, 40_001);
    expect(choice).toMatchObject({ cost: 39_998, gain: 39_998, isExact: true });
  });

  it('report if the search takes too long, with an upper bound of the gain', () => {
    const alike = Array.from({ length: 60 }, (_, id) => {
      const cost = 2 * (50_000_017 + ((7_919 * id ** 3) % 49_999_991));
      return { id, cost, gain: cost };
    });
    const choice = chooseWithinBudget(alike, 2_000_000_001);
    expect(choice.isExact).toBe(false);
    expect(choice.cost).toBeLessThanOrEqual(2_000_000_001);
    expect(choice.bound).toBeCloseTo(2_000_000_001, 0);
    expect(choice.gain).toBeGreaterThan(0.95 * choice.bound);
  });
});
