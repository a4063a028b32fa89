import { describe, expect, it } from 'vitest';
import { calculateRisk, rollUpFailureModes } from './risk.ts';

describe('the risk', () => {
  it('is probability / 100 x consequence', () => expect(calculateRisk(12, 250_000)).toBe(30_000));
  it('is exact if the product is exact', () => expect(calculateRisk(29, 100)).toBe(29));
  it.each([
    [null, 1],
    [1, null],
    [1.5, 1],
    [101, 1],
    [-1, 1],
    [1, -1],
    [1, 0.5],
  ])('is null for %j and %j', (probability, consequence) => {
    expect(calculateRisk(probability, consequence)).toBeNull();
  });
  it('is 0 for no probability or no consequence', () => {
    expect(calculateRisk(0, 5)).toBe(0);
    expect(calculateRisk(5, 0)).toBe(0);
  });
});

describe('rollUpFailureModes', () => {
  it('combines independent failure modes, and truncates the percentage once', () => {
    const modes = [10, 20, 30].map((probability) => ({ probability, consequence: 1000 }));
    expect(rollUpFailureModes(modes)).toEqual({
      percent: expect.closeTo(49.6, 10),
      probability: 49,
      risk: 600,
    });
  });
  it('does not truncate the percentages of modes first', () => {
    const modes = [12.5, 12.5].map((probability) => ({ probability, consequence: 100 }));
    expect(rollUpFailureModes(modes)).toEqual({ percent: 23.4375, probability: 23, risk: 25 });
  });
  it('includes the probability of a mode without a cost, but no risk', () => {
    const modes = [
      { probability: 50, consequence: null },
      { probability: 50, consequence: 1000 },
    ];
    expect(rollUpFailureModes(modes)).toEqual({ percent: 75, probability: 75, risk: 500 });
  });
  it('has no risk if no mode has a cost', () => {
    expect(rollUpFailureModes([{ probability: 50, consequence: null }])).toMatchObject({ risk: null });
  });
  it('is null without failure modes', () => expect(rollUpFailureModes([])).toBeNull());
});
