import { describe, expect, test } from 'vitest';
import { compileCalculatedTag, compileProtection } from '../compile/compile.ts';
import type { InputDefinition } from '../model/definition.ts';
import type { PointBlock } from '../model/points.ts';
import { createCalculatedEvaluator } from '../run/calculated-evaluator.ts';
import { type ExplainedPart, explainCalculatedTag, explainProtection } from './explain.ts';

const MINUTE = 60_000;

function minutes(...values: number[]): PointBlock {
  return {
    times: Float64Array.from(values, (_, index) => index * MINUTE),
    values: Float64Array.from(values),
    length: values.length,
  };
}

const inputs: InputDefinition[] = [
  { alias: 'Temp', type: 'data_point' },
  { alias: 'Flow', type: 'data_point' },
];
const blocks = new Map([
  ['Temp', minutes(70, 90, 70, 90, 95)],
  ['Flow', minutes(1, 1, 1, 5)],
]);

/** The tree as indented lines of source and value. */
function outline(parts: readonly ExplainedPart[], depth = 0): string[] {
  return parts.flatMap(({ source, value, reached, points, parts: inner }) => [
    `${'  '.repeat(depth)}${source.replace(/\s+/g, ' ')} = ${value}${points ? ` of ${[...points.values]}` : ''}${reached ? '' : ' (not reached)'}`,
    ...outline(inner, depth + 1),
  ]);
}

function thresholds(...logic: string[]) {
  const result = compileProtection({
    type: 'condition',
    defaultLevel: 0,
    inputs,
    thresholds: logic.map((text, index) => ({
      id: String(index),
      name: `T${index}`,
      logic: text,
      level: index,
    })),
  });
  if (!result.ok) throw new Error(result.errors[0]!.message);
  return result.program;
}

describe('the explanation of a protection', () => {
  test('contains every part with its value, and the points of windows', () => {
    const program = thresholds(
      '[Temp] > 80',
      'EXCURSIONCOUNT("T0", #1h) >= 2 AND MAX([Temp], #2m) / 2 > [Flow]',
    );
    const [high, often] = explainProtection(program, blocks, 3 * MINUTE);
    expect(high).toMatchObject({ value: true, open: true });
    expect(often).toMatchObject({ value: true, open: true });
    expect(outline(often!.parts)).toEqual([
      'EXCURSIONCOUNT("T0", #1h) >= 2 AND MAX([Temp], #2m) / 2 > [Flow] = true',
      '  EXCURSIONCOUNT("T0", #1h) >= 2 AND MAX([Temp], #2m) / 2 > [Flow] = true',
      '    EXCURSIONCOUNT("T0", #1h) >= 2 = true',
      '      EXCURSIONCOUNT("T0", #1h) = 2',
      '      2 = 2',
      '    MAX([Temp], #2m) / 2 > [Flow] = true',
      '      MAX([Temp], #2m) / 2 = 45',
      '        MAX([Temp], #2m) = 90 of 70,90',
      '        2 = 2',
      '      [Flow] = 5',
    ]);
  });

  test('can be computed between two evaluations, and before the first', () => {
    const program = thresholds('INTERVAL([Flow]) > #90s');
    const [threshold] = explainProtection(program, blocks, 4 * MINUTE + 30_000);
    expect(outline(threshold!.parts).slice(-2)).toEqual(['    INTERVAL([Flow]) = 90000', '    #90s = 90000']);
    expect(explainProtection(program, blocks, -1)[0]).toMatchObject({ value: null, open: false });
  });
});

test('the explanation of a calculated tag shows the branches not taken', () => {
  const text = 'NUMBER x = [Flow] IF x > 2 { RETURN x * 2 } RETURN STDDEV([Temp], #3m)';
  const result = compileCalculatedTag(text, inputs);
  if (!result.ok) throw new Error(result.errors[0]!.message);
  const explained = explainCalculatedTag(result.program, text, blocks, 2 * MINUTE);
  expect(explained.value).toBeCloseTo(11.547005383792516, 12);
  expect(outline(explained.parts)).toEqual([
    'NUMBER x = [Flow] = 1',
    '  [Flow] = 1',
    'IF x > 2 { RETURN x * 2 } = null',
    '  x > 2 = false',
    '    x = 1',
    '    2 = 2',
    '  RETURN x * 2 = 2 (not reached)',
    '    x * 2 = 2 (not reached)',
    '      x = 1 (not reached)',
    '      2 = 2 (not reached)',
    'RETURN STDDEV([Temp], #3m) = 11.547005383792515',
    '  STDDEV([Temp], #3m) = 11.547005383792515 of 70,90,70',
  ]);
});

test('the explanation computes exactly the same values as the engine', () => {
  const random = (seed: number) => {
    let state = seed;
    return Array.from({ length: 60 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    });
  };
  const noisy = new Map([
    ['Temp', minutes(...random(1))],
    ['Flow', minutes(...random(2))],
  ]);
  const text =
    'AVERAGE([Temp], #7m) / STDDEV([Flow], #11m) + MAX([Temp], #3m) - STDDEV([Temp], [Flow], 1 / 3) * AVERAGE([Temp], 0.1, [Flow])';
  const result = compileCalculatedTag(text, inputs);
  if (!result.ok) throw new Error(result.errors[0]!.message);
  const stored = createCalculatedEvaluator(result.program).advance(noisy, 60 * MINUTE);
  expect(stored.length).toBe(59);
  stored.times.forEach((time, index) => {
    expect(explainCalculatedTag(result.program, text, noisy, time).value).toBe(stored.values[index]);
  });
});
