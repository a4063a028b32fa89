import { chooseWithinBudget } from '@twinward/domain/risk/budget';
import { describe, expect, it } from 'vitest';
import { kinds, makeCandidates } from './candidates.ts';
import { bestGainByTable } from './dynamic-program.ts';

describe('the table that the optimiser is measured against', () => {
  it('finds the best set, which is not that of the best returns', () => {
    const candidates = [
      { id: 1, cost: 60, gain: 120 },
      { id: 2, cost: 50, gain: 95 },
      { id: 3, cost: 50, gain: 95 },
    ];
    expect(bestGainByTable(candidates, 100, 10)).toBe(190);
    expect(bestGainByTable(candidates, 40, 10)).toBe(0);
    expect(bestGainByTable([], 100, 10)).toBe(0);
  });

  it.each(kinds)('gains what the optimiser gains: %s', (kind) => {
    const candidates = makeCandidates(kind, 40);
    const total = candidates.reduce((sum, { cost }) => sum + cost, 0);
    const budget = 100 * Math.floor(total / 300);
    const choice = chooseWithinBudget(candidates, budget);
    expect(choice.isExact).toBe(true);
    expect(choice.gain).toBeCloseTo(bestGainByTable(candidates, budget, 100), 6);
  });
});

it('candidates are the same every time, and cost 100 to 50,000 in hundreds', () => {
  const candidates = makeCandidates('gains of costs and 1,000', 1000);
  expect(candidates).toEqual(makeCandidates('gains of costs and 1,000', 1000));
  expect(candidates.every(({ cost }) => cost >= 100 && cost <= 50_000 && cost % 100 === 0)).toBe(true);
  expect(candidates.every(({ cost, gain }) => gain === cost + 1000)).toBe(true);
});
