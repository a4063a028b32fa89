import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateFigures, type FigureInputs, sumRisk } from './figures.ts';
import { gamma } from './gamma.ts';

const year = 365 * 86_400_000;
const wear = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const none: FigureInputs = {
  parameters: null,
  consequence: null,
  time: year,
  threshold: 12,
  benchmark: null,
  measuredMtbf: null,
};

describe('the figures of an asset', () => {
  it('follow its distribution, time and consequence', () => {
    const figures = calculateFigures({ ...none, parameters: wear, consequence: 1000 });
    expect(figures).toMatchObject({ shape: 2, scale: 'P1000D', scaleDays: 1000, days: 365 });
    expect(figures).toMatchObject({ probability: 12, risk: 120, isOpportunity: true, comparativeDays: null });
    expect(figures.percent).toBeCloseTo(100 * (1 - Math.exp(-(0.365 ** 2))), 12);
  });

  it('are missing without a distribution, without dates, and for a twin that starts after the end', () => {
    const without = { percent: null, probability: null, risk: null, isOpportunity: null };
    expect(calculateFigures({ ...none, consequence: 5 })).toMatchObject({
      ...without,
      shape: null,
      scale: null,
    });
    expect(calculateFigures({ ...none, parameters: wear, time: null })).toMatchObject({
      ...without,
      days: null,
    });
    expect(calculateFigures({ ...none, parameters: wear, time: -year })).toMatchObject({
      ...without,
      days: -365,
    });
  });

  it('have a constant rate if only a mean time between failures is known', () => {
    const parameters = { distribution: 'none', type: 'none', scale: 'P365D' } as const;
    expect(calculateFigures({ ...none, parameters })).toMatchObject({
      shape: 1,
      scaleDays: 365,
      probability: 63,
    });
    expect(calculateFigures({ ...none, parameters: { ...parameters, scale: null } })).toMatchObject({
      shape: null,
      scaleDays: null,
      probability: null,
    });
  });

  it('compare the characteristic life, or else the one from the measured MTBF, with the benchmark', () => {
    const benchmark = { shape: 1.5, scale: 600 };
    const compare = (inputs: Partial<FigureInputs>) =>
      calculateFigures({ ...none, ...inputs }).comparativeDays;
    expect(compare({ parameters: wear, benchmark, measuredMtbf: 'P1D' })).toBe(400);
    expect(compare({ benchmark, measuredMtbf: 'P300D' })).toBeCloseTo(300 / gamma(1 + 1 / 1.5) - 600, 9);
    expect(compare({ benchmark })).toBeNull();
    expect(compare({ parameters: wear })).toBeNull();
  });

  it('are whole percents from 0 to 100, even beyond the range of floating-point numbers', () => {
    const shape = fc.oneof(fc.constantFrom(1, 1e9, 1e308), fc.double({ min: 0.05, max: 60, noNaN: true }));
    const parameters = fc.record({ shape, days: fc.integer({ min: 0, max: 40_000 }) });
    fc.assert(
      fc.property(parameters, fc.integer({ min: 0, max: 100 * year }), ({ shape, days }, time) => {
        const inputs = { ...none, parameters: { ...wear, shape, scale: `P${days}D` }, time };
        const { probability } = calculateFigures(inputs);
        expect(Number.isInteger(probability) && probability! >= 0 && probability! <= 100).toBe(true);
      }),
    );
  });
});

describe('the risk over time', () => {
  it('sums probability and consequence at the age of each asset', () => {
    const lives = [
      { shape: 1, scale: 100, days: 100, daysOut: 0, consequence: 1000 },
      { shape: 1, scale: 100, days: 50, daysOut: 0, consequence: 2000 },
    ];
    // 39.3 % after 50 days and 63.2 % after 100, each truncated to a whole percent like the figures.
    expect(sumRisk(lives, [100, 50, 0])).toEqual([0, 390, 630 + 780]);
  });

  it('does not age assets out of service', () => {
    const lives = [{ shape: 1, scale: 100, days: 60, daysOut: 40, consequence: 1000 }];
    // 25.9 % after 30 days and 45.1 % after 60.
    expect(sumRisk(lives, [100, 70, 40, 0])).toEqual([0, 250, 450, 450]);
  });

  it('is 0 for no assets', () => {
    expect(sumRisk([], [1, 0])).toEqual([0, 0]);
  });
});
