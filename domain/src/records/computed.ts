import type { FieldByKind, FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import {
  type Blocks,
  type CalculatedTagContext,
  compileCalculatedTag,
  createBudget,
  createCalculatedEvaluator,
} from '../evaluation/index.ts';
import { valueIn } from './conditions.ts';

/** Calculates a computed field from the values of a record. Null without a result. */
type Computation = (values: FieldValues) => number | null;

const computedFrom = new Set<FieldDefinition['kind']>(['number', 'integer', 'money', 'yes-no']);

/** The fields that an expression may use: numbers, and yes (1) or no (0). */
const listInputs = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.filter(({ kind }) => computedFrom.has(kind));

/** The time of evaluation. Any value works, since expressions over a record don't use time. */
const moment = 1000;
/** Results are rounded to this: 1.22 - 1.2 is 0.02, not 0.020000000000000018. */
const significantDigits = 12;
/** Step limit of one calculation. */
const maximumSteps = 1000;

/**
 * Compiles the expression of a computed field, in the base dialect without windows.
 * @returns the computation, or the error of the expression
 */
export function compileComputed(
  { expression, unit }: Pick<FieldByKind<'computed'>, 'expression' | 'unit'>,
  fields: readonly FieldDefinition[],
  units: CalculatedTagContext['units'] = [],
): { compute: Computation } | { message: string } {
  const inputs = listInputs(fields).map((field) => ({
    alias: field.name,
    type: 'data_point' as const,
    unit: field.kind === 'number' ? field.unit : null,
  }));
  const compiled = compileCalculatedTag(expression, inputs, { units, unit });
  if (!compiled.ok) return { message: compiled.errors[0]!.message };
  const { program } = compiled;
  if (program.inputs.some(({ window }) => window > 0) || program.timeDriven)
    return {
      message: 'A computed field can use only values of its record. Time windows are not supported.',
    };
  const used = program.inputs.map(({ alias }) => alias);
  return {
    compute(values) {
      const blocks = new Map<string, { times: Float64Array; values: Float64Array; length: number }>();
      for (const name of used) {
        const value = valueIn(values, name);
        if (value === undefined) continue;
        blocks.set(name, {
          times: Float64Array.of(moment),
          values: Float64Array.of(Number(value)),
          length: 1,
        });
      }
      const budget = createBudget({ steps: maximumSteps });
      const points = createCalculatedEvaluator(program).advance(blocks satisfies Blocks, moment, { budget });
      const result = points.length === 0 ? null : points.values[points.length - 1]!;
      return result !== null && Number.isFinite(result)
        ? Number(result.toPrecision(significantDigits))
        : null;
    },
  };
}
