import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constantRate, meanTimeBetweenFailures } from './constant-rate.ts';
import { calculateFigures, type FigureInputs, sumRisk, timeInService } from './figures.ts';
import { gamma } from './gamma.ts';

const year = 365 * 86_400_000;
const wear = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const none: FigureInputs = {
  parameters: null,
  consequence: null,
  failureModes: [],
  time: year,
  threshold: 12,
  benchmark: null,
  measuredMtbf: null,
  age: null,
};

describe('the figures of an asset', () => {
  it('are calculated from its distribution, time and consequence', () => {
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

  it('compare the characteristic life, else the one from the measured MTBF, with the benchmark', () => {
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

const createMode = (percent: number, consequence: number | null) => ({
  id: percent,
  mechanism: null,
  life: constantRate(meanTimeBetweenFailures(percent, 365)),
  consequence,
});

describe('the figures of an asset without a distribution', () => {
  const failureModes = [createMode(10, 1000), createMode(20, 2000), createMode(30, null)];

  it('combine its failure modes: 10, 20 and 30 % are 49 %', () => {
    const figures = calculateFigures({ ...none, failureModes });
    expect(figures).toMatchObject({ shape: null, scale: null, scaleDays: null, comparativeDays: null });
    expect(figures).toMatchObject({ isRolledUp: true, probability: 49, isOpportunity: true });
    expect(figures.percent).toBeCloseTo(49.6, 10);
    expect(figures.risk).toBeCloseTo(0.1 * 1000 + 0.2 * 2000, 9);
  });

  it('have a risk of the whole percentage times the cost of failure of the asset, if it has one', () => {
    expect(calculateFigures({ ...none, failureModes, consequence: 1000 }).risk).toBe(490);
  });

  it('have no risk if no failure mode has a cost', () => {
    const figures = calculateFigures({ ...none, failureModes: [createMode(10, null)] });
    expect(figures).toMatchObject({ probability: 10, risk: null });
  });

  it('are missing without dates, and for a twin that starts after the end', () => {
    for (const time of [null, -year]) {
      expect(calculateFigures({ ...none, failureModes, time })).toMatchObject({
        percent: null,
        probability: null,
        risk: null,
        isOpportunity: null,
      });
    }
  });

  it('ignore the failure modes of an asset with a distribution', () => {
    expect(calculateFigures({ ...none, failureModes, parameters: wear })).toMatchObject({
      isRolledUp: false,
      probability: 12,
    });
    const unknown = { distribution: 'none', type: 'none', scale: null } as const;
    expect(calculateFigures({ ...none, failureModes, parameters: unknown }).probability).toBe(49);
  });
});

describe('the risk over time', () => {
  const asset = { life: { shape: 1, scale: 100 }, failureModes: [] };

  it('ends at the risk of an asset without a distribution', () => {
    const failureModes = [createMode(10, 1000), createMode(20, 2000)];
    const [begin, end] = sumRisk(
      [{ life: null, consequence: null, failureModes, days: 365, daysOut: 0 }],
      [365, 0],
    );
    expect(begin).toBe(0);
    expect(end).toBeCloseTo(500, 9);
  });

  it('sums probability and consequence at the age of each asset', () => {
    const lives = [
      { ...asset, days: 100, daysOut: 0, consequence: 1000 },
      { ...asset, days: 50, daysOut: 0, consequence: 2000 },
    ];
    // 39.3 % after 50 days and 63.2 % after 100, each truncated to a whole percent like the figures.
    expect(sumRisk(lives, [100, 50, 0])).toEqual([0, 390, 630 + 780]);
  });

  it('does not increase for assets out of service', () => {
    const lives = [{ ...asset, days: 60, daysOut: 40, consequence: 1000 }];
    // 25.9 % after 30 days and 45.1 % after 60.
    expect(sumRisk(lives, [100, 70, 40, 0])).toEqual([0, 250, 450, 450]);
  });

  it('is 0 for no assets', () => {
    expect(sumRisk([], [1, 0])).toEqual([0, 0]);
  });
});

describe('the time of an asset in an analysis', () => {
  const day = 86_400_000;
  const analysis = { start: 100 * day, end: 200 * day };
  it.each([
    ['starts with the analysis without a twin', analysis, null, null, 100],
    ['starts with the twin', analysis, 150, null, 50],
    ['starts with a twin that is older', analysis, 50, null, 150],
    ['is negative if the twin starts after the end', analysis, 210, null, -10],
    ['ends when the asset goes out of service', analysis, null, 160, 60],
    ['does not end later than the analysis', analysis, null, 260, 100],
    ['is unknown if the asset went out of service before', analysis, null, 99, null],
    ['is unknown without a start', { ...analysis, start: null }, 150, null, null],
    ['is unknown without an end', { ...analysis, end: null }, null, null, null],
  ])('%s', (_, dates, twinStart, outOfService, expected) => {
    const time = timeInService(dates, {
      twinStart: twinStart === null ? null : twinStart * day,
      outOfServiceAt: outOfService === null ? null : outOfService * day,
    });
    expect(time === null ? null : time / day).toBe(expected);
  });
});
