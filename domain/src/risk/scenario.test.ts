import { describe, expect, it } from 'vitest';
import { leaveOut } from './option-sets.ts';
import {
  benchmarkOption,
  type Effect,
  improve,
  noImprovement,
  type Option,
  riskReduction,
  type ScenarioAsset,
  unimproved,
} from './scenario.ts';

const asset: ScenarioAsset = {
  life: { shape: 2, scale: 1000 },
  days: 365,
  consequence: 100_000,
  library: { shape: 3, scale: 2000 },
  failureModes: [{ id: 1, name: 'Leak', life: { shape: 1, scale: 3000 }, consequence: null }],
  isRollUp: false,
};

const benchmark = [benchmarkOption(null)];
const option = (effect: Effect, failureModeId: number | null = null): Option => ({
  id: 1,
  failureModeId,
  name: 'New seal',
  cost: 100,
  effect,
});

describe('an improvement', () => {
  it('sets the mean life of the benchmark, keeps the own shape, and scales the failure modes', () => {
    const { before, after, noEffect, failureModes } = improve(asset, benchmark);
    expect(before).toEqual({
      life: { shape: 2, scale: 1000 },
      percent: expect.closeTo(12.4732, 4),
      probability: 12,
      risk: 12_000,
    });
    expect(after).toEqual({
      life: { shape: 2, scale: 2000 },
      percent: expect.closeTo(3.2758, 4),
      probability: 3,
      risk: 3000,
    });
    expect(noEffect).toBeNull();
    expect(failureModes).toEqual([
      {
        name: 'Leak',
        before: expect.closeTo(100 * -Math.expm1(-365 / 3000), 9),
        after: expect.closeTo(100 * -Math.expm1(-365 / 6000), 9),
      },
    ]);
    expect(riskReduction({ before, after })).toBe(9000);
  });

  it.each([
    ['without a benchmark', { library: null }, 'The library has no benchmark for its taxonomy.'],
    [
      'of an asset that is better already',
      { library: { shape: 3, scale: 999 } },
      'It is already as good as its benchmark.',
    ],
    [
      'of an asset that is equally good',
      { library: { shape: 3, scale: 1000 } },
      'It is already as good as its benchmark.',
    ],
  ])('%s has no effect, with a reason', (_, more, noEffect) => {
    const changed = { ...asset, ...more };
    expect(improve(changed, benchmark)).toEqual({ ...unimproved(changed), noEffect });
  });

  it.each([
    ['with a cost above the budget', {}, 9000, 'It is not within the budget.'],
    ['without a cost', {}, null, 'Options without a cost are not included in a budget.'],
    [
      'of an asset that fails in the analysis in any case',
      { days: 100_000 },
      0,
      'It does not reduce the risk.',
    ],
    ['without a benchmark', { library: null }, null, 'The library has no benchmark for its taxonomy.'],
  ])('%s is omitted, with a reason', (_, more, cost, noEffect) => {
    const changed = { ...asset, ...more };
    expect(leaveOut(changed, [benchmarkOption(cost)])).toEqual({ ...unimproved(changed), noEffect });
  });

  it("without a distribution shows the benchmark's figures, and has no gain", () => {
    const improvement = improve({ ...asset, life: null }, benchmark);
    expect(improvement.before).toEqual({ life: null, percent: null, probability: null, risk: null });
    expect(improvement.after).toMatchObject({ life: { shape: 3, scale: 2000 }, probability: 0, risk: 0 });
    expect(improvement.noEffect).toBe('It has no probability that can be improved.');
    expect(riskReduction(improvement)).toBe(0);
  });

  it('has no percentage before or after if there are no days in the analysis', () => {
    const { before, after } = improve({ ...asset, days: null }, benchmark);
    expect([before.probability, after.probability, after.risk]).toEqual([null, null, null]);
  });
});

describe('an option of an asset', () => {
  it('sets its life, keeps an omitted shape, and scales the failure modes', () => {
    const { after, failureModes, noEffect } = improve(asset, [
      option({ type: 'life', shape: null, scale: 2000 }),
    ]);
    expect(after).toMatchObject({ life: { shape: 2, scale: 2000 }, probability: 3, risk: 3000 });
    expect(failureModes[0]!.after).toBeCloseTo(100 * -Math.expm1(-365 / 6000), 9);
    expect(noEffect).toBeNull();
    const shaped = improve(asset, [option({ type: 'life', shape: 3, scale: 2000 })]);
    expect(shaped.after).toMatchObject({ life: { shape: 3, scale: 2000 }, probability: 0, risk: 0 });
  });

  it('sets its percentage, and does not change its failure modes', () => {
    const { after, failureModes } = improve(asset, [option({ type: 'probability', percent: 5 })]);
    expect(after).toEqual({ life: null, percent: 5, probability: 5, risk: 5000 });
    expect(failureModes[0]!.after).toBe(failureModes[0]!.before);
  });

  it.each<[string, Partial<ScenarioAsset>, Effect, string]>([
    ['that is worse', {}, { type: 'life', shape: null, scale: 900 }, noImprovement.worse],
    ['that fails more often', {}, { type: 'probability', percent: 13 }, noImprovement.worse],
    [
      'with a roll-up and a benchmark',
      { life: null, isRollUp: true },
      { type: 'benchmark' },
      noImprovement.rollUp,
    ],
    [
      'with a roll-up and costs by failure mode',
      { life: null, isRollUp: true, consequence: null },
      { type: 'probability', percent: 1 },
      noImprovement.modeCosts,
    ],
  ])('%s has no effect, with a reason', (_, more, effect, noEffect) => {
    const changed = { ...asset, ...more };
    expect(improve(changed, [option(effect)])).toEqual({ ...unimproved(changed), noEffect });
  });

  it('has no effect if the asset has no probability, with a reason', () => {
    const { noEffect } = improve({ ...asset, life: null }, [option({ type: 'probability', percent: 1 })]);
    expect(noEffect).toBe(noImprovement.probability);
  });
});

describe('options of failure modes', () => {
  const rolledUp: ScenarioAsset = {
    ...asset,
    life: null,
    library: null,
    isRollUp: true,
    consequence: 1000,
    failureModes: [
      { id: 1, name: 'Leak', life: { shape: 1, scale: 3000 }, consequence: 500 },
      { id: 2, name: 'Seizure', life: { shape: 1, scale: 2000 }, consequence: 300 },
    ],
  };
  const [leak, seizure] = [100 * -Math.expm1(-365 / 3000), 100 * -Math.expm1(-365 / 2000)];
  const halve = (mode: number) =>
    option({ type: 'probability', percent: [leak, seizure][mode - 1]! / 2 }, mode);

  it('change the roll-up of an asset without its own probability', () => {
    const { before, after, noEffect } = improve(rolledUp, [halve(1), halve(2)]);
    expect(before).toMatchObject({
      percent: expect.closeTo(100 * -Math.expm1(-365 / 3000 - 365 / 2000), 9),
      probability: 26,
      risk: 260,
    });
    const percent = 100 - 100 * (1 - leak / 200) * (1 - seizure / 200);
    expect(after).toMatchObject({ percent: expect.closeTo(percent, 9), probability: 13, risk: 130 });
    expect(noEffect).toBeNull();
  });

  it('are summed by failure mode if the asset has no cost of failure', () => {
    const { before, after } = improve({ ...rolledUp, consequence: null }, [halve(2)]);
    expect(before.risk).toBeCloseTo(5 * leak + 3 * seizure, 9);
    expect(after.risk).toBeCloseTo(5 * leak + 1.5 * seizure, 9);
  });

  it('have no effect if the asset has its own probability, with a reason', () => {
    const { before, after, noEffect, failureModes } = improve(asset, [
      option({ type: 'life', shape: null, scale: 6000 }, 1),
    ]);
    expect(after).toEqual(before);
    expect(noEffect).toBe('The probability of the asset is used, not those of its failure modes.');
    expect(failureModes[0]!.after).toBeCloseTo(100 * -Math.expm1(-365 / 6000), 9);
  });

  it.each([
    [3, 1, noImprovement.mode],
    [1, 50, noImprovement.worse],
  ])('of failure mode %i to %i %% have no effect, with a reason', (mode, percent, noEffect) => {
    const { before, after, ...rest } = improve(rolledUp, [option({ type: 'probability', percent }, mode)]);
    expect(after).toEqual(before);
    expect(rest.noEffect).toBe(noEffect);
  });
});
