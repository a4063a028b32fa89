import { describe, expect, it } from 'vitest';
import { fitWeibull } from './fit.ts';
import { weibullCdf, weibullPdf } from './weibull.ts';

const failures = (...days: number[]) => days.map((life) => ({ days: life, failed: true }));

describe('fitWeibull', () => {
  it('recovers the distribution that the lives were sampled from', () => {
    const lives = Array.from(
      { length: 2000 },
      (_, index) => 300 * (-Math.log(1 - (index + 0.5) / 2000)) ** (1 / 2.5),
    );
    const fit = fitWeibull(failures(...lives))!;
    expect(fit.shape).toBeCloseTo(2.5, 2);
    expect(fit.scale).toBeCloseTo(300, 0);
  });

  it('maximizes the likelihood of the lives, including suspensions', () => {
    const lives = [
      ...failures(16, 34, 53, 75, 93, 120),
      { days: 100, failed: false },
      { days: 150, failed: false },
    ];
    const likelihood = (shape: number, scale: number) =>
      lives.reduce((sum, { days, failed }) => {
        const weibull = { shape, scale };
        return sum + Math.log(failed ? weibullPdf(weibull, days) : 1 - weibullCdf(weibull, days));
      }, 0);
    const { shape, scale } = fitWeibull(lives)!;
    const best = likelihood(shape, scale);
    for (const [a, b] of [
      [1.01, 1],
      [0.99, 1],
      [1, 1.01],
      [1, 0.99],
    ] as const) {
      expect(likelihood(shape * a, scale * b)).toBeLessThan(best);
    }
  });

  it('reproduces the published example (ReliaSoft, Life Data Analysis Reference)', () => {
    const { shape, scale } = fitWeibull(failures(16, 34, 53, 75, 93, 120))!;
    expect(shape).toBeCloseTo(1.933, 2);
    expect(scale).toBeCloseTo(73.526, 1);
  });

  it('scales with the unit, for any size of ages', () => {
    const small = fitWeibull(failures(1, 2, 3))!;
    const large = fitWeibull(failures(1e9, 2e9, 3e9))!;
    expect(large.shape).toBeCloseTo(small.shape, 9);
    expect(large.scale / 1e9).toBeCloseTo(small.scale, 9);
  });

  it('fits failures at a single age if a suspension is longer', () => {
    const { shape, scale } = fitWeibull([
      ...failures(5, 5, 5),
      { days: 10, failed: false },
      { days: 20, failed: false },
    ])!;
    expect(shape).toBeCloseTo(1.191, 3);
    expect(scale).toBeCloseTo(14.31, 2);
  });

  it('is null if the likelihood has no maximum', () => {
    expect(fitWeibull([])).toBeNull();
    expect(fitWeibull([{ days: 9, failed: false }])).toBeNull();
    expect(fitWeibull(failures(5, 5, 5))).toBeNull();
    expect(
      fitWeibull([...failures(5, 5), { days: 4, failed: false }, { days: 5, failed: false }]),
    ).toBeNull();
  });
});
