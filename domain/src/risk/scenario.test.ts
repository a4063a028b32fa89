import { describe, expect, it } from 'vitest';
import { gainOf, improve, leaveOut, type ScenarioAsset, unimproved } from './scenario.ts';

const asset: ScenarioAsset = {
  life: { shape: 2, scale: 1000 },
  days: 365,
  consequence: 100_000,
  library: { shape: 3, scale: 2000 },
  failureModes: [{ name: 'Leak', life: { shape: 1, scale: 3000 } }],
};

describe('an improvement', () => {
  it("gives an asset the benchmark's life with its own shape; lives of failure modes scale along", () => {
    const { before, after, noEffect, failureModes } = improve(asset);
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
    expect(gainOf({ before, after })).toBe(9000);
  });

  it.each([
    ['without a benchmark', { library: null }, 'The library has no benchmark for its taxonomy.'],
    [
      'of what is better already',
      { library: { shape: 3, scale: 999 } },
      'It is as good as its benchmark already.',
    ],
    ['of what is as good', { library: { shape: 3, scale: 1000 } }, 'It is as good as its benchmark already.'],
  ])('%s has no effect, with the reason', (_, more, noEffect) => {
    const changed = { ...asset, ...more };
    expect(improve(changed)).toEqual({ ...unimproved(changed), noEffect });
  });

  it.each([
    ['for more than the budget has', {}, 9000, 'It is not within the budget.'],
    ['without a cost', {}, null, 'Without a cost it can’t be chosen under a budget.'],
    ['of what fails in the analysis all the same', { days: 100_000 }, 0, 'It takes nothing off the risk.'],
    ['without a benchmark', { library: null }, null, 'The library has no benchmark for its taxonomy.'],
  ])('%s is left out, with the reason', (_, more, cost, noEffect) => {
    const changed = { ...asset, ...more };
    expect(leaveOut(changed, cost)).toEqual({ ...unimproved(changed), noEffect });
  });

  it("without a distribution shows the benchmark's figures, and gains nothing", () => {
    const improvement = improve({ ...asset, life: null });
    expect(improvement.before).toEqual({ life: null, percent: null, probability: null, risk: null });
    expect(improvement.after).toMatchObject({ life: { shape: 3, scale: 2000 }, probability: 0, risk: 0 });
    expect(improvement.noEffect).toBe('It has no probability that could become better.');
    expect(gainOf(improvement)).toBe(0);
  });

  it('without days in the analysis has no percentage before or after', () => {
    const { before, after } = improve({ ...asset, days: null });
    expect([before.probability, after.probability, after.risk]).toEqual([null, null, null]);
  });
});
