import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseWithinBudget } from './budget.ts';
import { bestSet, countCombinations, leaveOut, optionSets } from './option-sets.ts';
import {
  benchmarkOption,
  type Effect,
  improve,
  noImprovement,
  type Option,
  riskReduction,
  type ScenarioAsset,
} from './scenario.ts';

const life = (scale: number) => ({ shape: 1, scale });
const asset: ScenarioAsset = {
  life: life(1000),
  days: 365,
  consequence: 100_000,
  library: life(2000),
  failureModes: [],
  isRollUp: false,
};
const rolledUp: ScenarioAsset = {
  ...asset,
  life: null,
  isRollUp: true,
  failureModes: [1, 2, 3].map((id) => ({
    id,
    name: `Mode ${id}`,
    life: life(1000 * id),
    consequence: 10_000 * id,
  })),
};

let count = 0;
function option(cost: number | null, effect: Effect, failureModeId: number | null = null): Option {
  count += 1;
  return { id: count, failureModeId, name: `Option ${count}`, cost, effect };
}
const percent = (value: number): Effect => ({ type: 'probability', percent: value });

/** All valid sets: one option of the asset, or at most one of each failure mode. */
function allSets(options: readonly Option[]): Option[][] {
  const modes = [...new Set(options.map(({ failureModeId }) => failureModeId))].filter((id) => id !== null);
  let ofModes: Option[][] = [[]];
  for (const mode of modes) {
    const choices = options.filter(({ failureModeId }) => failureModeId === mode);
    ofModes = ofModes.flatMap((set) => [set, ...choices.map((one) => [...set, one])]);
  }
  return [...ofModes, ...options.filter(({ failureModeId }) => failureModeId === null).map((one) => [one])];
}

describe('the sets of options of an asset', () => {
  it('contain one option of the asset each, the cheapest first, without dominated ones', () => {
    const options = [
      option(900, percent(1)),
      option(100, percent(20)),
      option(500, percent(25)),
      option(null, percent(0)),
      benchmarkOption(300),
    ];
    // 30 % now; the benchmark makes it 16 %.
    expect(optionSets(asset, options).map(({ cost, gain }) => [cost, gain])).toEqual([
      [100, 10_000],
      [300, 14_000],
      [900, 29_000],
    ]);
  });

  it('combine one option of each failure mode, and never with one of the asset', () => {
    const options = [
      option(100, percent(5), 1),
      option(200, percent(1), 1),
      option(100, percent(2), 2),
      option(50, percent(8), 3),
      option(250, percent(30)),
    ];
    for (const set of optionSets(rolledUp, options)) {
      const owners = set.options.map(({ failureModeId }) => failureModeId);
      expect(new Set(owners).size).toBe(owners.length);
      if (owners.includes(null)) expect(owners).toHaveLength(1);
    }
  });

  it('lead to the best choice from all sets of all assets', () => {
    const effect = fc.oneof(
      fc.integer({ min: 0, max: 100 }).map(percent),
      fc.integer({ min: 100, max: 9000 }).map((scale): Effect => ({ type: 'life', shape: null, scale })),
    );
    const options = fc.array(
      fc.record({
        cost: fc.integer({ min: 0, max: 50 }),
        effect,
        failureModeId: fc.constantFrom(null, 1, 2, 3),
      }),
      { maxLength: 5 },
    );
    const lives = fc.constantFrom(0, 200, 1000, 5000);
    const anAsset = fc.record({
      isRollUp: fc.boolean(),
      consequence: fc.constantFrom(null, 1000, 70_000),
      lives: fc.tuple(lives, lives, lives),
      options,
    });
    fc.assert(
      fc.property(fc.array(anAsset, { maxLength: 3 }), fc.integer({ min: 0, max: 120 }), (drawn, budget) => {
        const assets = drawn.map((one) => ({
          asset: {
            ...asset,
            isRollUp: one.isRollUp,
            life: one.isRollUp ? null : life(one.lives[0]),
            consequence: one.consequence,
            failureModes: one.lives.map((scale, at) => ({
              id: at + 1,
              name: '',
              life: life(scale),
              consequence: 5000 * at,
            })),
          },
          options: one.options.map((given) => option(given.cost, given.effect, given.failureModeId)),
        }));
        const choice = chooseWithinBudget(
          assets.map((one, id) => ({ id, alternatives: optionSets(one.asset, one.options) })),
          budget,
        );
        let best = [{ cost: 0, gain: 0 }];
        for (const one of assets) {
          best = best.flatMap((sum) =>
            allSets(one.options).map((set) => ({
              cost: sum.cost + set.reduce((total, { cost }) => total + cost!, 0),
              gain: sum.gain + riskReduction(improve(one.asset, set)),
            })),
          );
        }
        const most = Math.max(...best.filter(({ cost }) => cost <= budget).map(({ gain }) => gain));
        expect(choice.isExact).toBe(true);
        expect(choice.gain).toBeCloseTo(most, 6);
      }),
    );
  });
});

describe('without a budget', () => {
  it('the set with the largest risk reduction is chosen, regardless of its cost', () => {
    const [cheap, dear, unknown] = [option(1, percent(9)), option(900, percent(3)), option(null, percent(1))];
    expect(bestSet(asset, [cheap, dear])).toEqual([dear]);
    expect(bestSet(asset, [cheap, dear, unknown])).toEqual([unknown]);
    expect(bestSet({ ...asset, consequence: null }, [cheap, dear])).toEqual([dear]);
    expect(bestSet(asset, [])).toEqual([]);
  });

  it('either all failure modes or the asset are improved', () => {
    const [first, second] = [option(1, percent(1), 1), option(null, percent(1), 2)];
    expect(bestSet(rolledUp, [first, second])).toEqual([first, second]);
    const whole = option(5, percent(2));
    expect(bestSet(rolledUp, [first, second, whole])).toEqual([whole]);
  });
});

it('an omitted asset has a reason', () => {
  const reason = (options: Option[], of = asset) => leaveOut(of, options).noEffect;
  expect(reason([option(null, percent(1)), option(50, percent(1))])).toBe(noImprovement.budget);
  expect(reason([option(null, percent(1))])).toBe(noImprovement.cost);
  expect(reason([option(5, percent(1))], { ...asset, consequence: 0 })).toBe(noImprovement.gain);
  expect(reason([option(5, percent(90))])).toBe(noImprovement.worse);
});

it('the number of combinations includes those without an option for a failure mode', () => {
  expect(countCombinations([])).toBe(1);
  expect(countCombinations([{ failureModeId: 1 }, { failureModeId: 1 }, { failureModeId: 2 }])).toBe(6);
});
