import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mathFunctions } from './mathematics.ts';

describe('functions of numbers', () => {
  it.each([
    ['ABS', [-2.5], 2.5],
    ['SQRT', [9], 3],
    ['SQRT', [-1], null],
    ['SINE', [Math.PI / 6], 0.49999999999999994],
    ['COSINE', [0], 1],
    ['TANGENT', [1], 1.5574077246549023],
    ['ARCSINE', [2], null],
    ['ARCSINE', [1], Math.PI / 2],
    ['ARCCOSINE', [-1.5], null],
    ['ARCTANGENT', [1], Math.PI / 4],
    ['MOD', [7, 3], 1],
    ['MOD', [-7, 3], -1],
    ['MOD', [7, -3], 1],
    ['MOD', [-6, 3], 0],
    ['MOD', [7, 0], null],
    ['POWER', [2, 10], 1024],
    ['POWER', [-8, 1 / 3], null],
    ['POWER', [0, -1], null],
    ['POWER', [10, 400], null],
    ['PI', [], Math.PI],
    ['ROUND', [2.5], 3],
    ['ROUND', [-2.5], -3],
    ['ROUND', [-0.4], 0],
    ['ROUND', [0.49999999999999994], 0],
    ['ROUND', [2.675, 2], 2.68],
    ['ROUND', [1.005, 2], 1.01],
    ['ROUND', [-1.005, 2], -1.01],
    ['ROUND', [1234.5678, 0], 1235],
    ['ROUND', [1e21, 3], 1e21],
    ['ROUND', [5e-324, 15], 0],
    ['ROUND', [0.1 + 0.2, 15], 0.3],
    ['ROUND', [99999999999999.95, 1], 100000000000000],
    ['ROUND', [1.5e-7, 7], 2e-7],
  ] as const)('%s%j is %d', (name, numbers, expected) => {
    expect(mathFunctions[name].evaluate(...numbers)).toBe(expected);
  });

  it('rounds every number to its decimal digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat(15), (x, digits) => {
        // Rounds the printed form, with integers of any length.
        const [mantissa, exponent] = Math.abs(x).toExponential().split('e') as [string, string];
        const figures = BigInt(mantissa.replace('.', ''));
        const scale = Number(exponent) - (mantissa.length > 1 ? mantissa.length - 2 : 0) + digits;
        const whole = scale >= 0 ? figures * 10n ** BigInt(scale) : half(figures, 10n ** BigInt(-scale));
        const expected = Number(`${x < 0 ? '-' : ''}${whole}e${-digits}`) + 0;
        expect(mathFunctions.ROUND.evaluate(x, digits)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Integer division that rounds half up. */
function half(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}
