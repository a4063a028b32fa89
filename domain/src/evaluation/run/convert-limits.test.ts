import fc from 'fast-check';
import { expect, it } from 'vitest';
import { convertLimits } from '../../language/index.ts';
import { type Conversion, createConverter } from '../../units/conversion.ts';
import { compileProtection } from '../compile/compile.ts';
import type { InputDefinition } from '../model/definition.ts';
import type { PointBlock } from '../model/points.ts';
import { createProtectionEvaluator } from './protection-evaluator.ts';

const inputs: InputDefinition[] = [{ alias: 'A', type: 'data_point' }];

function findExcursions(logic: string, values: readonly number[]) {
  const compiled = compileProtection({
    type: 'condition',
    defaultLevel: 0,
    inputs,
    thresholds: [{ id: '1', name: 'High', logic, level: 500 }],
  });
  if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
  const block: PointBlock = {
    times: Float64Array.from(values, (_, index) => index * 1000),
    values: Float64Array.from(values),
    length: values.length,
  };
  const output = createProtectionEvaluator(compiled.program).advance(
    new Map([['A', block]]),
    values.length * 1000,
  );
  return output.excursions.map(({ start, end }) => ({ start, end }));
}

const logics = [
  '[A] > 100',
  '-20.5 >= [A]',
  '[A] - AVERAGE([A], #4s) > 16.29',
  'MIN([A], #3s) < 40.5 OR [A] >= 150',
  '[A] - 10.5 > 60 AND STDDEV([A], #5s) > 8.1',
  'NOT ABS([A] - MAX([A], #6s)) <= 12.3',
];
const conversions: Conversion[] = [
  { a: 0.01, b: 0 },
  { a: 6.894757293168361, b: 0 },
  { a: 1.8, b: 32 },
  { a: 1, b: 273.15 },
];

it('converted limits find the same excursions in converted values', () => {
  fc.assert(
    fc.property(
      // No value or average of values equals a limit, since rounding may decide there.
      fc.array(
        fc.integer({ min: -100, max: 300 }).map((value) => value + 0.03125),
        { minLength: 1, maxLength: 40 },
      ),
      fc.constantFrom(...logics),
      fc.constantFrom(...conversions),
      (values, logic, conversion) => {
        const { text, byHand } = convertLimits(logic, 'A', conversion, {
          dialect: 'indicator',
          result: 'boolean',
          aliases: [{ name: 'A', type: 'data_point' }],
        });
        expect(byHand).toEqual([]);
        const converted = values.map(createConverter(conversion));
        expect(findExcursions(text, converted)).toEqual(findExcursions(logic, values));
      },
    ),
  );
});
