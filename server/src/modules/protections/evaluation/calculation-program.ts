import {
  type Budget,
  type CalculatedEvaluator,
  compileCalculatedTag,
  createCalculatedEvaluator,
  createDeviationEvaluator,
  createDeviationProgram,
  type Resume,
} from '@twinward/domain/evaluation';
import { UnreadableModel } from '@twinward/domain/patterns/bytes';
import { deserializeExpected } from '@twinward/domain/patterns/expected-bytes';
import type { CalculationProgram, StoredCalculation } from './calculation.ts';

/** Compiles the logic or the model of a calculated tag; returns the errors if that fails. */
export function compileCalculation(
  stored: StoredCalculation,
): { ok: true; program: CalculationProgram } | { ok: false; problems: string[] } {
  const { deviation } = stored;
  if (!deviation) {
    const compiled = compileCalculatedTag(stored.logic, stored.inputs, stored.context);
    return compiled.ok ? compiled : { ok: false, problems: compiled.errors.map(({ message }) => message) };
  }
  const missing = deviation.aliases.filter((alias) => !stored.sources.get(alias)?.conversion);
  if (missing.length > 0) {
    return {
      ok: false,
      problems: missing.map((alias) => `The input [${alias}] of the model can't be read.`),
    };
  }
  try {
    const program = createDeviationProgram({
      expected: deserializeExpected(deviation.expected),
      step: deviation.stepSeconds * 1000,
      inputs: deviation.aliases.map((alias, index) => ({ alias, hold: deviation.holds[index]! })),
      input: deviation.input,
      fingerprint: `deviation ${stored.tagId} ${stored.version}`,
    });
    return { ok: true, program };
  } catch (error) {
    if (error instanceof UnreadableModel) return { ok: false, problems: [error.message] };
    throw error;
  }
}

/** Creates the evaluator of a program, from the beginning or from a saved state. @throws BudgetExceeded */
export function createCalculationEvaluator(
  program: CalculationProgram,
  resume?: Resume,
  budget?: Budget,
): CalculatedEvaluator {
  return program.kind === 'deviation'
    ? createDeviationEvaluator(program, resume, budget)
    : createCalculatedEvaluator(program, resume, budget);
}
