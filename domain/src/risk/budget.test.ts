import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alternative, type Choice, chooseWithinBudget } from './budget.ts';

/** Choices with one alternative each. */
const single = (...pairs: [cost: number, gain: number][]): Choice[] =>
  pairs.map(([cost, gain], index) => ({ id: index + 1, alternatives: [{ cost, gain }] }));

const toChoices = (lists: readonly (readonly Alternative[])[]): Choice[] =>
  lists.map((alternatives, id) => ({ id, alternatives }));

/** The largest gain over all sets. */
function bruteForce(choices: readonly Choice[], budget: number): number {
  const [first, ...others] = choices;
  if (!first) return 0;
  let best = bruteForce(others, budget);
  for (const { cost, gain } of first.alternatives) {
    if (cost <= budget) best = Math.max(best, gain + bruteForce(others, budget - cost));
  }
  return best;
}

/** The largest gain, by dynamic programming over every amount (Bellman, Dynamic Programming, 1957). */
function table(choices: readonly Choice[], budget: number): number {
  let best = new Float64Array(budget + 1);
  for (const { alternatives } of choices) {
    const next = best.slice();
    for (const { cost, gain } of alternatives) {
      for (let amount = cost; amount <= budget; amount++) {
        next[amount] = Math.max(next[amount]!, best[amount - cost]! + gain);
      }
    }
    best = next;
  }
  return best[budget]!;
}

/** Expects a set within the budget, with correct sums and at most one alternative of each choice. */
function expectSound(
  choices: readonly Choice[],
  budget: number,
  choice = chooseWithinBudget(choices, budget),
) {
  expect(choice.isExact).toBe(true);
  expect(choice.cost).toBeLessThanOrEqual(budget);
  expect(choice.cost).toBe(choice.chosen.reduce((sum, one) => sum + one.alternative.cost, 0));
  expect(new Set(choice.chosen.map(({ id }) => id)).size).toBe(choice.chosen.length);
  for (const { id, alternative } of choice.chosen) {
    expect(choices.find((one) => one.id === id)!.alternatives).toContain(alternative);
  }
  return choice;
}

describe('the best improvements within a budget', () => {
  it('are not simply those with the best return', () => {
    const choice = chooseWithinBudget(single([60, 120], [50, 95], [50, 95]), 100);
    expect(choice).toEqual({
      chosen: [
        { id: 2, alternative: { cost: 50, gain: 95 } },
        { id: 3, alternative: { cost: 50, gain: 95 } },
      ],
      cost: 100,
      gain: 190,
      isExact: true,
      bound: 190,
    });
  });

  it('include at most one alternative of each choice, even one that is not on the concave hull', () => {
    // 10 for 10 has the best return, but no set that includes it gains as much as 17 for 25.
    const choices = toChoices([
      [
        { cost: 10, gain: 10 },
        { cost: 25, gain: 17 },
        { cost: 40, gain: 30 },
      ],
    ]);
    expect(chooseWithinBudget(choices, 30)).toMatchObject({ cost: 25, gain: 17 });
    expect(chooseWithinBudget(choices, 24)).toMatchObject({ cost: 10, gain: 10 });
    expect(chooseWithinBudget(choices, 40)).toMatchObject({ cost: 40, gain: 30 });
  });

  it('include all free ones, and exclude those without gain and those above the budget', () => {
    const choice = chooseWithinBudget(single([0, 5], [10, 0], [10, -3], [200, 900], [100, 1]), 100);
    expect(choice).toMatchObject({ cost: 100, gain: 6, isExact: true, bound: 6 });
    expect(choice.chosen.map(({ id }) => id)).toEqual([1, 5]);
  });

  it('are empty without a budget or without choices', () => {
    const nothing = { chosen: [], cost: 0, gain: 0, isExact: true, bound: 0 };
    expect(chooseWithinBudget(single([10, 5]), 0)).toEqual(nothing);
    expect(chooseWithinBudget([], 1000)).toEqual(nothing);
    expect(chooseWithinBudget([{ id: 1, alternatives: [] }], 1000)).toEqual(nothing);
  });

  it('have the largest gain of all sets', () => {
    const alternative = fc.record({
      cost: fc.integer({ min: 0, max: 30 }),
      gain: fc.oneof(fc.integer({ min: -5, max: 40 }), fc.double({ min: 0, max: 40, noNaN: true })),
    });
    const lists = fc.array(fc.array(alternative, { maxLength: 4 }), { maxLength: 7 });
    fc.assert(
      fc.property(lists, fc.integer({ min: 0, max: 120 }), (list, budget) => {
        const choices = toChoices(list);
        expect(expectSound(choices, budget).gain).toBeCloseTo(bruteForce(choices, budget), 8);
      }),
      { numRuns: 500 },
    );
  });

  it('have the same gain as dynamic programming over all amounts, with many choices', () => {
    const alternative = fc.record({
      cost: fc.integer({ min: 1, max: 40 }),
      gain: fc.integer({ min: 1, max: 60 }),
    });
    const lists = fc.array(fc.array(alternative, { minLength: 1, maxLength: 5 }), {
      minLength: 20,
      maxLength: 60,
    });
    fc.assert(
      fc.property(lists, fc.integer({ min: 0, max: 1500 }), (list, budget) => {
        const choices = toChoices(list);
        expect(expectSound(choices, budget).gain).toBe(table(choices, budget));
      }),
    );
  });

  it('have the largest gain of all sets even if costs differ widely', () => {
    const alternative = fc.record({
      cost: fc.integer({ min: 1, max: 1_000_000 }),
      gain: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(alternative, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 7 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (list, part) => {
          const choices = toChoices(list);
          const all = list.flat().reduce((sum, { cost }) => sum + cost, 0);
          const budget = Math.floor(part * all);
          expect(expectSound(choices, budget).gain).toBe(bruteForce(choices, budget));
        },
      ),
    );
  });

  it('are found among a thousand choices with gains slightly above their costs', () => {
    const many = Array.from({ length: 1000 }, (_, id) => {
      const cost = 1 + ((id * id * 7_919 + 13) % 997);
      return { id, alternatives: [{ cost, gain: cost + 100 }] };
    });
    const budget = 80_003;
    const best = table(many, budget);
    expect(chooseWithinBudget(many, budget)).toMatchObject({ gain: best, bound: best, isExact: true });
  });

  it('are found among a thousand choices with three alternatives each', () => {
    const many = Array.from({ length: 1000 }, (_, id) => ({
      id,
      alternatives: [1, 2, 3].map((times) => {
        const cost = times * (1 + ((id * id * 7_919 + 13) % 97));
        return { cost, gain: Math.round(1000 * (cost + ((id * 31 + times * 17) % 50)) ** 0.7) };
      }),
    }));
    const budget = 20_003;
    expect(expectSound(many, budget).gain).toBe(table(many, budget));
  });

  it('are found if all returns are equal, so that no branch can be pruned', () => {
    // All costs are multiples of 14: at least 3 of the budget remain.
    const alike = single(
      ...Array.from({ length: 60 }, (_, id): [number, number] => [2 * (1001 + 7 * id), 2 * (1001 + 7 * id)]),
    );
    expect(chooseWithinBudget(alike, 40_001)).toMatchObject({ cost: 39_998, gain: 39_998, isExact: true });
  });

  it('have an upper bound of the gain if the search takes too long', () => {
    const alike = single(
      ...Array.from({ length: 60 }, (_, id): [number, number] => {
        const cost = 2 * (50_000_017 + ((7_919 * id ** 3) % 49_999_991));
        return [cost, cost];
      }),
    );
    const choice = chooseWithinBudget(alike, 2_000_000_001);
    expect(choice.isExact).toBe(false);
    expect(choice.cost).toBeLessThanOrEqual(2_000_000_001);
    expect(choice.bound).toBeCloseTo(2_000_000_001, 0);
    expect(choice.gain).toBeGreaterThan(0.95 * choice.bound);
  });
});
