import { describe, expect, test } from 'vitest';
import type { ParameterContext } from '../../language/context.ts';
import type { InputDefinition } from '../model/definition.ts';
import { createCalculatedEvaluator } from '../run/calculated-evaluator.ts';
import { createProtectionEvaluator } from '../run/protection-evaluator.ts';
import { compileCalculatedTag, compileProtection } from './compile.ts';

const inputs: InputDefinition[] = [{ alias: 'A', type: 'data_point' }];
const blocks = new Map([
  ['A', { times: Float64Array.of(0, 1000, 2000), values: Float64Array.of(1, 2, 3), length: 3 }],
]);

function computeValues(text: string): number[] {
  const result = compileCalculatedTag(text, inputs);
  if (!result.ok) throw new Error(result.errors[0]!.message);
  return [...createCalculatedEvaluator(result.program).advance(blocks, 2000).values];
}

describe('compiles and evaluates long texts', () => {
  test('a sum of 4,000 terms', () => {
    expect(computeValues(`[A]${' + 1 - 1'.repeat(2_000)} + 0`)).toEqual([1, 2, 3]);
  });

  test('a product of 4,000 factors', () => {
    expect(computeValues(`[A]${' * 2 / 2'.repeat(2_000)}`)).toEqual([1, 2, 3]);
  });

  test('a disjunction of 1,500 comparisons', () => {
    expect(computeValues(`IF [A] > 2${' OR [A] > 9'.repeat(1_500)} { RETURN 1 } RETURN 0`)).toEqual([
      0, 0, 1,
    ]);
  });

  test('a chain of 500 ELSEIF', () => {
    const branches = Array.from({ length: 500 }, (_, index) => `ELSEIF [A] == ${index} { RETURN ${index} }`);
    expect(computeValues(`IF [A] > 90 { RETURN 0 } ${branches.join(' ')}`)).toEqual([1, 2, 3]);
  });

  test('a maximum of 4,000 numbers', () => {
    expect(computeValues(`MAX([A]${', 1, 2'.repeat(2_000)})`)).toEqual([2, 2, 3]);
  });

  test('a mean of 4,000 equal numbers', () => {
    expect(computeValues(`AVERAGE([A] * 0${', 0'.repeat(3_999)})`)).toEqual([0, 0, 0]);
  });

  test('calls nested 99 deep', () => {
    expect(computeValues(`${'ABS('.repeat(99)}[A]${')'.repeat(99)}`)).toEqual([1, 2, 3]);
  });

  test('a sum of 3,000 intervals', () => {
    const logic = `INTERVAL([A]) + #1d${' + #1d - #1d'.repeat(1_500)} > #2d`;
    const result = compileProtection({
      type: 'condition',
      defaultLevel: 0,
      inputs,
      thresholds: [{ id: 'a', name: 'a', logic, level: 1 }],
    });
    expect(result.ok).toBe(true);
  });
});

test('evaluates many windows together with an interval between points', () => {
  const windows = Array.from({ length: 12 }, (_, index) => `MAX([A], #${index + 1}s) > 9`).join(' OR ');
  const result = compileProtection({
    type: 'condition',
    defaultLevel: 0,
    inputs,
    thresholds: [{ id: 'a', name: 'a', logic: `${windows} OR LASTINTERVAL([A]) >= #1s`, level: 1 }],
  });
  if (!result.ok) throw new Error(result.errors[0]!.message);
  const { levels } = createProtectionEvaluator(result.program).advance(blocks, 2000);
  expect(levels).toEqual([
    { time: 0, level: 0 },
    { time: 1000, level: 1 },
  ]);
});

test('a threshold without logic is never true, and does not affect the others', () => {
  const result = compileProtection({
    type: 'condition',
    defaultLevel: 0,
    inputs,
    thresholds: [
      { id: 'a', name: 'a', logic: ' \n', level: 900, deadband: 1 },
      { id: 'b', name: 'b', logic: '[A] > 1 AND EXCURSIONCOUNT("a") == 0', level: 1 },
    ],
  });
  if (!result.ok) throw new Error(result.errors[0]!.message);
  const { levels, excursions } = createProtectionEvaluator(result.program).advance(blocks, 2000);
  expect(levels.at(-1)).toEqual({ time: 1000, level: 1 });
  expect(new Set(excursions.map(({ threshold }) => threshold))).toEqual(new Set([1]));
});

describe('the needs of a program', () => {
  test('include the longest window of each input, and omit unused inputs', () => {
    const result = compileProtection({
      type: 'condition',
      defaultLevel: 0,
      inputs: [
        { alias: 'Unused', type: 'data_point' },
        { alias: 'Flow', type: 'data_point' },
        { alias: 'Temp', type: 'data_point' },
        { alias: 'Watched', type: 'data_point', settings: { expectedInterval: 'PT5M' } },
      ],
      thresholds: [
        { id: '1', name: 'One', logic: 'AVERAGE([Temp], #1h) > 5 AND MAX([Temp], #2h) > [Flow]', level: 1 },
        { id: '2', name: 'Two', logic: 'TREND([Temp], INCREASING, #30m)', level: 2 },
      ],
    });
    if (!result.ok) throw new Error(result.errors[0]!.message);
    expect(result.program.inputs).toEqual([
      { alias: 'Flow', type: 'data_point', window: 0 },
      { alias: 'Temp', type: 'data_point', window: 7_200_000 },
      { alias: 'Watched', type: 'data_point', window: 0 },
    ]);
    expect(result.program.timeDriven).toBe(true);
  });

  test('share windows and sub-expressions between thresholds', () => {
    const result = compileProtection({
      type: 'condition',
      defaultLevel: 0,
      inputs,
      thresholds: [500, 600, 700].map((level) => ({
        id: String(level),
        name: String(level),
        logic: `AVERAGE([A], #1h) / 2 + MAX([A], #1h) > ${level}`,
        level,
      })),
    });
    if (!result.ok) throw new Error(result.errors[0]!.message);
    const { plan, loop } = result.program.code;
    expect(plan.windows).toHaveLength(1);
    expect(String(loop).match(/ \/ 2;/g)).toHaveLength(1);
  });
});

test('the generated code contains only numbers of the text', () => {
  const result = compileProtection({
    type: 'condition',
    defaultLevel: 0,
    inputs: [{ alias: "'+process.exit()+'", type: 'data_point' }],
    thresholds: [
      { id: '`', name: 'quote`', logic: "NUMBER evil = ['+process.exit()+'] RETURN evil > 1", level: 1 },
    ],
  });
  if (!result.ok) throw new Error(result.errors[0]!.message);
  const source = String(result.program.code.loop) + String(result.program.code.differences);
  expect(source).not.toMatch(/evil|process|quote/);
});

test('invalid settings are reported as errors of the protection', () => {
  const result = compileProtection({
    type: 'activity',
    defaultLevel: 0,
    inputs: [
      { alias: 'Service', type: 'work', settings: { expectedInterval: 'monthly', tolerance: 3 } },
      { alias: 'Plan', type: 'work', settings: { schedule: 'fixed' } },
      {
        alias: 'Hours',
        type: 'data_point',
        settings: { intervalType: 'counter', counterInterval: 0, counterStart: 0, tolerance: 'P1D' },
      },
      { alias: 'Flow', type: 'data_point', settings: { expectedInterval: 'PT0.1S' } },
    ],
    thresholds: [{ id: '1', name: 'One', logic: '[Flow] >', level: 1 }],
  });
  if (result.ok) throw new Error('compiled');
  expect(result.errors.map(({ threshold, code, message }) => [threshold, code, message])).toEqual([
    [-1, 'argument', 'An activity protection has exactly one input of type work, not 2.'],
    [
      -1,
      'argument',
      'The expected interval of [Service] must be from 1 second to 1,000 years, such as P30D, not monthly.',
    ],
    [
      -1,
      'argument',
      'The tolerance of [Service] must be a length of time of at most 1,000 years, such as P3D, not 3.',
    ],
    [-1, 'argument', 'A fixed schedule of [Plan] needs an expected interval.'],
    [-1, 'argument', 'The counter interval of [Hours] must be above 0.'],
    [-1, 'argument', 'The tolerance of [Hours] must be a number, as its counter interval is.'],
    [
      -1,
      'argument',
      'The expected interval of [Flow] must be from 1 second to 1,000 years, such as P30D, not PT0.1S.',
    ],
    [0, 'syntax', expect.stringContaining('Invalid Expression: ')],
  ]);
});

describe('parameters', () => {
  const parameters: ParameterContext[] = [
    { name: 'trip', kind: 'number', value: 7 },
    { name: 'span', kind: 'interval', value: 'PT1H' },
    { name: 'other', kind: 'number', value: 1 },
  ];
  function compiled(logic: string, of: readonly ParameterContext[] = parameters) {
    const thresholds = [{ id: 'T', name: 'T', logic, level: 500, deadband: 0.1 }];
    const result = compileProtection({
      type: 'condition',
      defaultLevel: 0,
      inputs,
      thresholds,
      parameters: of,
    });
    if (!result.ok) throw new Error(result.errors[0]!.message);
    return result.program.code;
  }

  test('do not slow down evaluation: the generated code is the same as for the number', () => {
    expect(compiled('AVERAGE([A], {span}) > {trip}').loop).toBe(compiled('AVERAGE([A], #1h) > 7').loop);
  });

  test('affect the validity of saved states if the logic uses them', () => {
    const changed = (name: string) =>
      parameters.map((one) => (one.name === name ? { ...one, value: 9 } : one));
    const { fingerprint } = compiled('[A] > {trip}');
    expect(compiled('[A] > {trip}', changed('other')).fingerprint).toBe(fingerprint);
    expect(compiled('[A] > {trip}', changed('trip')).fingerprint).not.toBe(fingerprint);
    expect(compiled('[A] > 7').fingerprint).toBe(compiled('[A] > 7', []).fingerprint);
  });
});
