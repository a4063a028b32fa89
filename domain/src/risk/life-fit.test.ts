import { describe, expect, it } from 'vitest';
import { andersonDarling } from './anderson-darling.ts';
import { calculateCovariance, fisherBounds, normalQuantile } from './fisher.ts';
import { fitWeibayes, fitWeibull, type Life, logLikelihood } from './fit.ts';
import { fitLives, type LifeFit } from './life-fit.ts';
import { fitMedianRanks, plotPoints } from './median-ranks.ts';

const failures = (...days: number[]): Life[] => days.map((age) => ({ days: age, failed: true }));
const suspensions = (...days: number[]): Life[] => days.map((age) => ({ days: age, failed: false }));
const choice = { method: 'maximum-likelihood', shape: null, confidence: 0.9 } as const;
const fit = (lives: Life[], more: object = {}) => fitLives(lives, { ...choice, ...more }) as LifeFit;

/** ReliaSoft, Life Data Analysis Reference, "Weibull Parameter Estimation": six units, all failed. */
const six = failures(16, 34, 53, 75, 93, 120);
/** NIST/SEMATECH e-Handbook of Statistical Methods, 8.4.1.2 and 8.2.2.1: twenty units on test for 500 hours. */
const nist = [
  ...failures(54, 187, 216, 240, 244, 335, 361, 373, 375, 386),
  ...suspensions(...Array.from({ length: 10 }, () => 500)),
];

describe('a fit by maximum likelihood', () => {
  it('reproduces the estimates for failures at 17, 5, 12 and suspensions at 20, 25', () => {
    const { shape, scale, logLikelihood } = fit([...failures(17, 5, 12), ...suspensions(20, 25)]);
    expect([scale, shape, logLikelihood]).toEqual([
      expect.closeTo(23.0653, 4),
      expect.closeTo(1.57474, 5),
      expect.closeTo(-12.4823, 4),
    ]);
  });

  it('reproduces the estimates for the twenty units of the NIST handbook, half of them suspended', () => {
    const weibull = fitWeibull(nist)!;
    expect(weibull.scale).toBeCloseTo(606.528, 2);
    expect(weibull.shape).toBeCloseTo(1.7208, 4);
    expect(logLikelihood(weibull, nist)).toBeCloseTo(-75.135, 3);
  });

  it("has the variances of the reference's six units: 0.4211 and 266.646, covariance 3.272", () => {
    const covariance = calculateCovariance(fitWeibull(six)!, six)!;
    expect(covariance.shape).toBeCloseTo(0.4211, 4);
    expect(covariance.both).toBeCloseTo(3.272, 3);
    // The reference continues with rounded estimates.
    expect(Math.abs(covariance.scale - 266.646)).toBeLessThan(0.01);
  });

  it('has the published bounds and log-likelihood of thirty failures', () => {
    // The documentation of the library reliability, "Fitting a specific distribution to data", example 1, at 95 %.
    const days = [58, 75, 36, 52, 63, 65, 22, 17, 28, 64, 23, 40, 73, 45, 52];
    days.push(36, 52, 60, 13, 55, 82, 55, 34, 57, 23, 42, 66, 35, 34, 25);
    const { scale, shape, bounds, logLikelihood } = fit(failures(...days), { confidence: 0.95 });
    expect([scale, shape, logLikelihood]).toEqual([
      expect.closeTo(51.858, 3),
      expect.closeTo(2.80086, 4),
      expect.closeTo(-129.063, 3),
    ]);
    expect(bounds!.scale).toEqual({ lower: expect.closeTo(45.3359, 3), upper: expect.closeTo(59.3183, 3) });
    expect(bounds!.shape).toEqual({ lower: expect.closeTo(2.09624, 4), upper: expect.closeTo(3.74233, 4) });
  });

  it('has bounds of the estimates: figure x exp(+-z sd / figure)', () => {
    const weibull = fitWeibull(six)!;
    const bounds = fisherBounds(weibull, calculateCovariance(weibull, six)!, 0.85);
    const z = 1.439531;
    const factor = Math.exp((z * Math.sqrt(0.421099)) / 1.932678);
    expect(bounds.shape.lower).toBeCloseTo(1.932678 / factor, 4);
    expect(bounds.shape.upper).toBeCloseTo(1.932678 * factor, 4);
    // At 63.2 % the age is the characteristic life.
    const age = bounds.ageBounds(-Math.expm1(-1));
    expect(age.lower).toBeCloseTo(bounds.scale.lower, 9);
    expect(age.upper).toBeCloseTo(bounds.scale.upper, 9);
  });
});

describe('median ranks', () => {
  it('are adjusted for earlier suspensions, and are (i - 0.3) / (n + 0.4)', () => {
    // Abernethy, The New Weibull Handbook, chapter 2: 8 lives, of which those of 45 and 100 are suspensions.
    const points = plotPoints([...failures(30, 49, 10, 82, 90, 96), ...suspensions(45, 100)]);
    expect(points.map(({ days }) => days)).toEqual([10, 30, 49, 82, 90, 96]);
    const ranks = points.map(({ rank }) => rank);
    [1, 2, 19 / 6, 13 / 3, 5.5, 20 / 3].forEach((rank, index) => {
      expect(ranks[index]).toBeCloseTo(rank, 12);
    });
    expect(points[2]!.share).toBeCloseTo((19 / 6 - 0.3) / 8.4, 12);
  });

  it('rank a failure before a suspension at the same age', () => {
    expect(plotPoints([...suspensions(5), ...failures(5)])).toEqual([{ days: 5, rank: 1, share: 0.7 / 2.4 }]);
  });

  it('recover the parameters of points on a line', () => {
    const n = 50;
    const lives = Array.from({ length: n }, (_, index) => {
      const share = (index + 1 - 0.3) / (n + 0.4);
      return { days: 300 * (-Math.log1p(-share)) ** (1 / 2.5), failed: true };
    });
    const found = fitMedianRanks(lives)!;
    expect(found.shape).toBeCloseTo(2.5, 9);
    expect(found.scale).toBeCloseTo(300, 9);
    expect(found.correlationSquared).toBeCloseTo(1, 12);
  });

  it('have no shape for fewer than two different ages', () => {
    expect(fitMedianRanks([...failures(5, 5), ...suspensions(9)])).toBeNull();
  });
});

describe('Weibayes', () => {
  it('uses the given shape: eta = (sum(t^b) / r)^(1 / b)', () => {
    expect(fitWeibayes([...failures(3, 4), ...suspensions(5)], 2)!.scale).toBeCloseTo(5, 12);
    expect(fitWeibayes(suspensions(3, 4), 2)!.scale).toBeCloseTo(5, 12);
  });

  it('equals maximum likelihood for the estimated shape', () => {
    const { shape, scale } = fitWeibull(nist)!;
    expect(fitWeibayes(nist, shape)!.scale).toBeCloseTo(scale, 6);
  });

  it('has bounds of the scale by shape and failures: exp(+-z / (b sqrt(r)))', () => {
    const { bounds, scale, warnings } = fit([...failures(3, 4), ...suspensions(5)], {
      method: 'weibayes',
      shape: 2,
    });
    expect(bounds!.shape).toBeNull();
    expect(bounds!.scale.upper / scale).toBeCloseTo(Math.exp(1.644853627 / (2 * Math.sqrt(2))), 8);
    expect(warnings).toEqual(['Only 2 failures: the result may change considerably with the next one.']);
  });

  it('is possible without a failure, and reports that one is assumed', () => {
    const { warnings, bounds, correlationSquared } = fit(suspensions(3, 4), { method: 'weibayes', shape: 2 });
    expect(bounds).toBeNull();
    expect(correlationSquared).toBeNull();
    expect(warnings).toEqual([
      'No failures. One failure is assumed to be about to happen, so the life is a conservative estimate.',
    ]);
  });
});

describe('a fit', () => {
  it('contains B10, mean and goodness of fit', () => {
    const { b10, mean, bounds, correlationSquared, andersonDarling, line, points } = fit(six);
    expect(b10).toBeCloseTo(22.949, 3);
    expect(mean).toBeCloseTo(65.21, 2);
    expect(bounds!.b10.lower).toBeLessThan(b10);
    expect(bounds!.mean.upper).toBeGreaterThan(mean);
    expect(correlationSquared).toBeCloseTo(0.99118, 5);
    expect(andersonDarling).toEqual({
      statistic: expect.closeTo(0.188, 3),
      critical: 0.757,
      isRejected: false,
    });
    expect(points.length).toBe(6);
    expect(line.find(({ share }) => share === 0.1)).toEqual({ share: 0.1, days: b10, ...bounds!.b10 });
  });

  it('has warnings for a shape that may be 1, early failures, and a possible mixture of lives', () => {
    expect(fit(failures(1, 2, 4, 8, 16, 30)).warnings).toEqual([
      'The shape may be 1 (random failures). Replacement by age would have no benefit.',
    ]);
    const early = Array.from({ length: 200 }, (_, i) => 100 * (-Math.log(1 - (i + 0.5) / 200)) ** (1 / 0.5));
    expect(fit(failures(...early)).warnings).toEqual([
      'The shape is below 1 (early failures). Replacement by age would cause more failures.',
    ]);
    const twoKinds = [
      ...Array.from({ length: 20 }, (_, i) => 10 + i / 10),
      ...Array.from({ length: 20 }, (_, i) => 1000 + i),
    ];
    expect(fit(failures(...twoKinds)).warnings).toContain(
      'The lives do not fit a Weibull distribution. Check for more than one failure mode.',
    );
    expect(fit([...failures(10, 20, 30, 40, 50), ...suspensions(...Array(50).fill(60))]).warnings).toContain(
      '90 % or more of the lives are suspensions, so the line extends far beyond the data.',
    );
  });

  it('is rejected with a reason', () => {
    expect(fitLives([], choice)).toBe(
      'There are no lives: no corrective work was completed and no start date is known.',
    );
    expect(fitLives(failures(5, 5), choice)).toBe(
      'Maximum likelihood needs failures at two different ages, or a suspension that is longer than the failures. With a known shape, Weibayes works without failures.',
    );
    expect(fitLives(failures(5, 5), { ...choice, method: 'median-ranks' })).toBe(
      'Median ranks need failures at two different ages. With a known shape, Weibayes works without failures.',
    );
  });

  it('has a warning for failures at a single age', () => {
    const { shape, scale, warnings, correlationSquared, bounds } = fit([
      ...failures(5, 5, 5),
      ...suspensions(10, 20),
    ]);
    expect([shape, scale]).toEqual([expect.closeTo(1.191, 3), expect.closeTo(14.31, 2)]);
    expect(warnings[0]).toBe(
      'All failures have the same age, so the shape depends only on the longer suspensions.',
    );
    expect(correlationSquared).toBeNull();
    expect(bounds!.shape!.upper).toBeGreaterThan(shape);
  });

  it('has no Anderson-Darling statistic for fewer than five failures', () => {
    expect(andersonDarling({ shape: 2, scale: 10 }, [1, 2, 3, 4])).toBeNull();
  });
});

it.each([
  [0.5, 0],
  [0.95, 1.644853627],
  [0.975, 1.959963985],
  [0.999, 3.090232306],
])('the normal quantile of %d is %d', (probability, z) => {
  expect(normalQuantile(probability)).toBeCloseTo(z, 8);
});
