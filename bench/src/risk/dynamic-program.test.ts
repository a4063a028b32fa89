import { chooseWithinBudget } from '@twinward/domain/risk/budget';
import { describe, expect, it } from 'vitest';
import { createChoices, kinds } from './choices.ts';
import { bestGainByTable } from './dynamic-program.ts';

describe('the dynamic program used as a reference', () => {
  it('finds the best set, not the set with the best returns', () => {
    const choices = [
      { id: 1, alternatives: [{ cost: 60, gain: 120 }] },
      { id: 2, alternatives: [{ cost: 50, gain: 95 }] },
      { id: 3, alternatives: [{ cost: 50, gain: 95 }] },
    ];
    expect(bestGainByTable(choices, 100, 10)).toBe(190);
    expect(bestGainByTable(choices, 40, 10)).toBe(0);
    expect(bestGainByTable([], 100, 10)).toBe(0);
  });

  it('uses one alternative of each choice', () => {
    const alternatives = [
      { cost: 10, gain: 10 },
      { cost: 20, gain: 15 },
    ];
    expect(bestGainByTable([{ id: 1, alternatives }], 30, 10)).toBe(15);
  });

  it.each(kinds)('has the same gain as the optimiser: %s', (kind) => {
    const choices = createChoices(kind, 40, 3);
    const total = choices.reduce((sum, { alternatives }) => sum + alternatives[0]!.cost, 0);
    const budget = 100 * Math.floor(total / 300);
    const choice = chooseWithinBudget(choices, budget);
    expect(choice.isExact).toBe(true);
    expect(choice.gain).toBeCloseTo(bestGainByTable(choices, budget, 100), 6);
  });
});

it('choices are deterministic, and cost 100 to 50,000 in hundreds', () => {
  const choices = createChoices('gains of costs and 1,000', 1000, 3);
  expect(choices).toEqual(createChoices('gains of costs and 1,000', 1000, 3));
  const options = choices.flatMap(({ alternatives }) => alternatives);
  expect(options).toHaveLength(3000);
  expect(options.every(({ cost }) => cost >= 100 && cost <= 50_000 && cost % 100 === 0)).toBe(true);
  expect(options.every(({ cost, gain }) => gain === cost + 1000)).toBe(true);
});
