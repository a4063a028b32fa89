import { describe, expect, it } from 'vitest';
import { type ChartSource, chartProblem, percentText, probabilityOverTime } from './chart.ts';

const wear: ChartSource = {
  parameters: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' },
  hasConsequence: true,
  startDate: '2024-01-01T00:00:00.000Z',
  missionTime: 'P1000D',
};

describe('chartProblem', () => {
  it.each([
    [{ parameters: null }, 'Unable to generate chart. Missing probability or consequence.'],
    [
      { parameters: { distribution: 'none', type: 'none', scale: null } },
      'Unable to generate chart. No distribution function specified.',
    ],
    [{ startDate: null }, 'Unable to generate chart. Start date not specified.'],
    [{ missionTime: null }, 'Unable to generate chart. Mission time not specified.'],
    [{ hasConsequence: false }, 'Unable to generate chart. Missing probability or consequence.'],
    [{}, null],
  ] as [Partial<ChartSource>, string | null][])('of %j is %s', (missing, problem) => {
    expect(chartProblem({ ...wear, ...missing })).toBe(problem);
  });
});

describe('probabilityOverTime', () => {
  it('covers the mission, and reaches 63.2 % at the characteristic life', () => {
    const { kind, times, values } = probabilityOverTime(wear);
    expect(kind).toBe('cdf');
    expect(times).toHaveLength(201);
    expect(times[0]).toBe(Date.parse(wear.startDate!));
    expect(times.at(-1)).toBe(Date.parse(wear.startDate!) + 1000 * 86_400_000);
    expect(values[0]).toBe(0);
    expect(values.at(-1)).toBeCloseTo(63.212, 3);
  });

  it('is the density if the parameters request it, without infinite values', () => {
    const early = { distribution: 'weibull', type: 'pdf', shape: 0.5, scale: 'P100D' } as const;
    const { kind, times, values } = probabilityOverTime({ ...wear, parameters: early });
    expect(kind).toBe('pdf');
    expect(times).toHaveLength(200);
    expect(values.every(Number.isFinite)).toBe(true);
  });

  it('returns which input is missing', () => {
    expect(() => probabilityOverTime({ ...wear, startDate: null })).toThrow(
      'Unable to generate chart. Start date not specified.',
    );
  });
});

it.each([
  [0, 'less than 1%'],
  [0.999, 'less than 1%'],
  [1, '1%'],
  [12.47, '12%'],
  [99, '99%'],
  [99.01, 'greater than 99%'],
])('formats %d as %s', (percent, text) => expect(percentText(percent)).toBe(text));
