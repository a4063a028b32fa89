import { describe, expect, test } from 'vitest';
import { compileCalculatedTag } from '../compile/compile.ts';
import type { PointBlock } from '../model/points.ts';
import { createCalculatedEvaluator } from './calculated-evaluator.ts';

function calculate(text: string, block: PointBlock): PointBlock {
  const result = compileCalculatedTag(text, [{ alias: 'A', type: 'data_point' }]);
  if (!result.ok) throw new Error(result.errors[0]!.message);
  const until = block.times[block.length - 1]!;
  return createCalculatedEvaluator(result.program).advance(new Map([['A', block]]), until);
}

/** A million points around 1e9 at irregular times, the same in every run. */
function large(): PointBlock {
  const length = 1_000_000;
  const times = new Float64Array(length);
  const values = new Float64Array(length);
  let state = 1;
  let time = Date.UTC(2020, 0, 1);
  for (let index = 0; index < length; index++) {
    state = (state * 48_271) % 2_147_483_647;
    time += 1 + (state % 120_000);
    times[index] = time;
    values[index] = 1e9 + (state / 2_147_483_647 - 0.5) * 2e6;
  }
  return { times, values, length };
}

const HOUR = 3_600_000;
const MONTH = 30 * 24 * HOUR;

describe('windows over a million values around 1e9', () => {
  const block = large();
  const { times, values, length } = block;

  /** The values inside the window that ends at point `index`. */
  function inside(index: number, window: number): Float64Array {
    let first = index;
    while (first > 0 && times[first - 1]! > times[index]! - window) first -= 1;
    return values.subarray(first, index + 1);
  }

  function naive(kind: string, list: Float64Array): number {
    if (kind === 'MAX') return list.reduce((a, b) => Math.max(a, b));
    if (kind === 'MIN') return list.reduce((a, b) => Math.min(a, b));
    const mean = list.reduce((a, b) => a + b, 0) / list.length;
    if (kind === 'AVERAGE') return mean;
    return Math.sqrt(list.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (list.length - 1));
  }

  for (const [literal, window] of [
    ['#1h', HOUR],
    ['#30d', MONTH],
  ] as const) {
    for (const kind of ['AVERAGE', 'STDDEV', 'MAX', 'MIN']) {
      test(`${kind} over ${literal} equals the reference implementation to 1e-9 of its value`, () => {
        const stored = calculate(`${kind}([A], ${literal})`, block);
        // Only the deviation of the first point is missing.
        const missing = length - stored.length;
        for (let index = 1; index < length; index += window === HOUR ? 997 : 33_331) {
          const list = inside(index, window);
          if (kind === 'STDDEV' && list.length < 2) continue;
          const expected = naive(kind, list);
          expect(Math.abs(stored.values[index - missing]! - expected)).toBeLessThanOrEqual(
            1e-9 * Math.abs(expected),
          );
        }
      });
    }
  }
});

describe('equal values', () => {
  test('have no deviation and their exact mean, regardless of earlier values', () => {
    const values = [1e15, -3, 7e-9, 0.1, 0.1, 0.1, 0.1, 0.1, 1e9 + 0.1, 5, 5, 5, 5, 5, 5];
    const block: PointBlock = {
      times: Float64Array.from(values, (_, index) => index * 1000),
      values: Float64Array.from(values),
      length: values.length,
    };
    const deviation = calculate('STDDEV([A], #5s)', block);
    const mean = calculate('AVERAGE([A], #5s)', block);
    const at = (stored: PointBlock, second: number) =>
      stored.values[[...stored.times].indexOf(second * 1000)];
    expect(at(deviation, 7)).toBe(0);
    expect(at(mean, 7)).toBe(0.1);
    expect(at(deviation, 13)).toBe(0);
    expect(at(mean, 13)).toBe(5);
    expect(at(deviation, 14)).toBe(0);
  });
});

describe('many windows over one input', () => {
  const { times, values } = large();
  const block: PointBlock = {
    times: times.subarray(0, 20_000),
    values: values.map((value) => Math.round((value - 1e9) / 1e5)),
    length: 20_000,
  };
  const conditions = [10, 90, 400, 3000].flatMap((minutes) => [
    `AVERAGE([A], #${minutes}m) > 0`,
    `STDDEV([A], #${minutes}m) > 5.8`,
    `MAX([A], #${minutes}m) > 9`,
    `MIN([A], #${minutes}m) < -9`,
    `TREND([A], INCREASING, #${minutes}m)`,
    `TREND([A], DECREASING, #${minutes}m)`,
    `TREND([A], INCREASING_FIT, #${minutes}m)`,
    `TREND([A], DECREASING_FIT, #${minutes}m)`,
  ]);
  const answer = (condition: string) => `IF (${condition}) { RETURN 1 } ELSE { RETURN 0 }`;

  test('return the same values as each window alone, even if read irregularly', () => {
    // The branch depends on the hour: a window is not read for the next 31 hours.
    const branches = conditions.map((condition, index) => `IF ([B] == ${index}) { ${answer(condition)} }`);
    const which = Float64Array.from(block.times, (time) => Math.floor(time / HOUR) % conditions.length);
    const result = compileCalculatedTag(branches.join('\n'), [
      { alias: 'A', type: 'data_point' },
      { alias: 'B', type: 'data_point' },
    ]);
    if (!result.ok) throw new Error(result.errors[0]!.message);
    const evaluator = createCalculatedEvaluator(result.program);
    const blocks = new Map([
      ['A', block],
      ['B', { times: block.times, values: which, length: block.length }],
    ]);
    const together = new Map<number, number>();
    for (let end = 700; end < block.length + 700; end += 700) {
      const until = block.times[Math.min(end, block.length) - 1]!;
      const stored = evaluator.advance(blocks, until);
      stored.times.forEach((time, index) => {
        together.set(time, stored.values[index]!);
      });
    }
    const seen = new Set<string>();
    conditions.forEach((condition, index) => {
      const alone = calculate(answer(condition), block);
      alone.times.forEach((time, at) => {
        if (Math.floor(time / HOUR) % conditions.length !== index) return;
        seen.add(`${index} ${alone.values[at]}`);
        if (together.get(time) !== alone.values[at]) throw new Error(`${condition} at ${time}`);
      });
    });
    expect(seen.size).toBeGreaterThan(1.5 * conditions.length);
  });
});
