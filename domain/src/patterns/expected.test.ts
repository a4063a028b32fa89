import { beforeAll, describe, expect, it } from 'vitest';
import { UnreadableModel } from './bytes.ts';
import { type ExpectedValues, expectRow, learnExpected, learnFromRanges } from './expected.ts';
import { deserializeExpected, serializeExpected } from './expected-bytes.ts';
import { createRandom } from './random.ts';
import { readProcess } from './testing/process.ts';

/** Rows of three inputs: the second follows the first, the third is noise. */
function createRows(count: number): Float64Array {
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
    const learned = learnExpected(createRows(400), 3);
    for (const load of [45, 50, 58]) {
      const [, second, third] = expectRow(learned, [load, 2 * load, 7]);
      expect(Math.abs(second!.expected - 2 * load)).toBeLessThan(3);
      expect(second!.low).toBeLessThan(2 * load);
      expect(second!.high).toBeGreaterThan(2 * load);
      expect(second!.excess).toBeLessThan(1);
      expect(Math.abs(third!.expected - 7)).toBeLessThan(0.2);
    }
  });

  it('shows a deviation in the deviating input, not in the inputs that follow', () => {
    const learned = learnExpected(createRows(400), 3);
    const [first, second, third] = expectRow(learned, [50, 140, 7]);
    expect(second!.excess).toBeGreaterThan(1);
    expect(second!.deviation).toBeGreaterThan(1);
    expect(first!.excess).toBeLessThan(1);
    expect(third!.excess).toBeLessThan(1);
  });

  it('of a constant input is its constant value', () => {
    const rows = createRows(100).map((value, i) => (i % 3 === 2 ? 4 : value));
    const [, , third] = expectRow(learnExpected(rows, 3), [50, 100, 4]);
    expect(third!.expected).toBeCloseTo(4, 9);
    expect(third!.deviation).toBeCloseTo(0, 9);
  });
});

it('is learned only from complete rows of the class No match, without leads', () => {
  const grid = { start: 0, step: 1000, inputs: 3, values: createRows(400) };
  const other = { ...grid, values: createRows(60).map((value) => value + 100) };
  const gap = { ...grid, values: Float64Array.from([Number.NaN, 1, 7]) };
  const learned = learnFromRanges(
    [
      { label: 0, grid, lead: 10 },
      { label: 1, grid: other, lead: 0 },
      { label: 0, grid: gap, lead: 0 },
    ],
    3,
  );
  expect(learned).toEqual(learnExpected(grid.values.subarray(30), 3));
  const few = { ...grid, values: grid.values.subarray(0, 49 * 3) };
  expect(learnFromRanges([{ label: 0, grid: few, lead: 0 }], 3)).toBeNull();
  expect(learnFromRanges([{ label: 0, grid: { ...grid, inputs: 1 }, lead: 0 }], 1)).toBeNull();
});

it('is the same after serialization, and rejects damaged bytes', () => {
  const learned = learnExpected(createRows(400), 3);
  const bytes = serializeExpected(learned);
  expect(deserializeExpected(bytes)).toEqual(learned);
  expect(serializeExpected(deserializeExpected(bytes))).toEqual(bytes);
  for (const wrong of [
    bytes.subarray(0, 40),
    new Uint8Array([...bytes, 0]),
    new Uint8Array([9]),
    new Uint8Array(),
  ]) {
    expect(() => deserializeExpected(wrong)).toThrow(UnreadableModel);
  }
});

describe('expected values of the Tennessee Eastman process', () => {
  const inputs = 20;
  let learned: ExpectedValues;
  let normal: Float64Array[];
  let strange: Float64Array[][];
  const rowsOfGrid = (values: Float64Array, from = 0) =>
    Array.from({ length: values.length / inputs }, (_, row) =>
      values.slice(row * inputs, (row + 1) * inputs),
    ).slice(from);
  beforeAll(() => {
    const { training, tests, unknown } = readProcess();
    learned = learnExpected(training[0]!.grid.values, inputs);
    normal = rowsOfGrid(tests[0]!.grid.values);
    strange = unknown.map(({ grid, lead }) => rowsOfGrid(grid.values, lead));
  });

  /** By input, the fraction of rows in which it is outside of its band. */
  function shareOutside(change: (row: Float64Array) => void, rows = normal): number[] {
    const outside = new Array<number>(inputs).fill(0);
    for (const one of rows) {
      const row = Float64Array.from(one);
      change(row);
      for (const [k, { excess }] of expectRow(learned, row).entries()) if (excess > 1) outside[k]! += 1;
    }
    return outside.map((count) => count / rows.length);
  }

  it('are within the band of each input 90 to 98 % of the time in normal operation', () => {
    for (const share of shareOutside(() => undefined)) {
      expect(share).toBeGreaterThanOrEqual(0.02);
      expect(share).toBeLessThanOrEqual(0.1);
    }
  });

  it('show each untrained fault in at least one input', () => {
    for (const rows of strange) {
      expect(Math.max(...shareOutside(() => undefined, rows))).toBeGreaterThan(0.4);
    }
  });

  it('show a drift only in the drifting input', () => {
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
