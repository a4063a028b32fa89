import { describe, expect, it } from 'vitest';
import { conditionalProbability, weibullCdf, weibullPdf } from './weibull.ts';

const wear = { shape: 2, scale: 1000 };

describe('weibullCdf', () => {
  it('equals the published value', () => expect(100 * weibullCdf(wear, 365)).toBeCloseTo(12.4732, 4));
  it('keeps fractions of a day', () => {
    expect(weibullCdf({ shape: 1, scale: 1 }, 0.5)).toBeCloseTo(1 - Math.exp(-0.5), 15);
  });
  it('is 63.2 % at the characteristic life, whatever the shape', () => {
    for (const shape of [0.5, 1, 3.7]) expect(weibullCdf({ shape, scale: 40 }, 40)).toBeCloseTo(0.632121, 6);
  });
  it('is 0 at age 0, and 1 at any later age for scale 0', () => {
    expect(weibullCdf({ shape: 1, scale: 0 }, 0)).toBe(0);
    expect(weibullCdf({ shape: 1, scale: 0 }, 0.001)).toBe(1);
  });
});

describe('weibullPdf', () => {
  it('is the derivative of the cdf', () => {
    const slope = (weibullCdf(wear, 365.01) - weibullCdf(wear, 364.99)) / 0.02;
    expect(weibullPdf(wear, 365)).toBeCloseTo(slope, 10);
    expect(weibullPdf(wear, 365)).toBeCloseTo(0.000638946, 8);
  });
  it('has the exponential density at age 0 for shape 1', () => {
    expect(weibullPdf({ shape: 1, scale: 50 }, 0)).toBe(0.02);
  });
});

describe('conditionalProbability', () => {
  it('is the probability of failure given survival', () => {
    expect(100 * conditionalProbability(wear, 730, 1095)).toBeCloseTo(48.6, 1);
    expect(100 * weibullCdf(wear, 1095)).toBeCloseTo(69.9, 1);
  });
  it('does not depend on age for a constant rate', () => {
    const constant = { shape: 1, scale: 100 };
    expect(conditionalProbability(constant, 5000, 5010)).toBeCloseTo(weibullCdf(constant, 10), 12);
  });
  it('is finite if the probability of survival is zero', () => {
    expect(conditionalProbability({ shape: 5, scale: 1 }, 100, 101)).toBe(1);
    expect(conditionalProbability({ shape: 200, scale: 1 }, 100, 101)).toBe(1);
  });
  it('is 0 for a period of no length', () => expect(conditionalProbability(wear, 10, 10)).toBe(0));
});
