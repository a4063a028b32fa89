import { beforeAll, describe, expect, it } from 'vitest';
import { type ExpectedValues, expectRow, learnExpected } from './expected.ts';
import { createRandom } from './random.ts';
import { readProcess } from './testing/process.ts';

/** Rows of three inputs: the second follows the first, the third is noise. */
function rowsOf(count: number): Float64Array {
  const random = createRandom(7);
  const noise = () => random.integer(1000) / 1000 - 0.5;
  return Float64Array.from(
    Array.from({ length: count }, (_, row) => {
      const load = 50 + 10 * Math.sin(row / 20);
      return [load + noise(), 2 * load + noise(), 7 + noise()];
    }).flat(),
  );
}

describe('the expected value of an input', () => {
  it('follows the other inputs, in its own unit', () => {
    const learned = learnExpected(rowsOf(400), 3);
    for (const load of [45, 50, 58]) {
      const [, second, third] = expectRow(learned, [load, 2 * load, 7]);
      expect(Math.abs(second!.expected - 2 * load)).toBeLessThan(3);
      expect(second!.low).toBeLessThan(2 * load);
      expect(second!.high).toBeGreaterThan(2 * load);
      expect(second!.excess).toBeLessThan(1);
      expect(Math.abs(third!.expected - 7)).toBeLessThan(0.2);
    }
  });

  it('shows a deviation where it is, not in the inputs that follow', () => {
    const learned = learnExpected(rowsOf(400), 3);
    const [first, second, third] = expectRow(learned, [50, 140, 7]);
    expect(second!.excess).toBeGreaterThan(1);
    expect(second!.deviation).toBeGreaterThan(1);
    expect(first!.excess).toBeLessThan(1);
    expect(third!.excess).toBeLessThan(1);
  });

  it('of an input that never moved is what it always was', () => {
    const rows = rowsOf(100).map((value, i) => (i % 3 === 2 ? 4 : value));
    const [, , third] = expectRow(learnExpected(rows, 3), [50, 100, 4]);
    expect(third!.expected).toBeCloseTo(4, 9);
    expect(third!.deviation).toBeCloseTo(0, 9);
  });
});

describe('on normal running of the Tennessee Eastman process', () => {
  const inputs = 20;
  let learned: ExpectedValues;
  let normal: Float64Array[];
  beforeAll(() => {
    const { training, tests } = readProcess();
    learned = learnExpected(training[0]!.grid.values, inputs);
    const { values } = tests[0]!.grid;
    normal = Array.from({ length: values.length / inputs }, (_, row) =>
      values.slice(row * inputs, (row + 1) * inputs),
    );
  });

  /** By input, the share of rows in which it is outside of its band. */
  function shareOutside(change: (row: Float64Array) => void): number[] {
    const outside = new Array<number>(inputs).fill(0);
    for (const one of normal) {
      const row = Float64Array.from(one);
      change(row);
      for (const [k, { excess }] of expectRow(learned, row).entries()) if (excess > 1) outside[k]! += 1;
    }
    return outside.map((count) => count / normal.length);
  }

  it('each input is inside its band 90 to 98 % of the time', () => {
    for (const share of shareOutside(() => undefined)) {
      expect(share).toBeGreaterThanOrEqual(0.02);
      expect(share).toBeLessThanOrEqual(0.1);
    }
  });

  it('a drift of an input shows there, and in no other', () => {
    for (let drifting = 0; drifting < inputs; drifting += 3) {
      const shares = shareOutside((row) => {
        row[drifting]! += 4 * learned.scales[drifting]!;
      });
      for (const [k, share] of shares.entries()) {
        if (k === drifting) expect(share).toBeGreaterThanOrEqual(0.7);
        else expect(share).toBeLessThanOrEqual(0.2);
      }
    }
  });
});
