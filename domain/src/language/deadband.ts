import type { CheckedProgram, NumberComparison } from './ast.ts';

/** The message for logic that does not allow a deadband. */
export const deadbandMessage =
  'A deadband needs logic that is one comparison of numbers with <, <=, > or >=.';

/**
 * The program's single comparison of numbers, as required for a deadband; null for any other program. `==`
 * and `!=` do not allow a deadband.
 */
export function deadbandComparison(program: CheckedProgram): NumberComparison | null {
  const [statement, ...others] = program.statements;
  if (statement?.kind !== 'return' || others.length > 0) return null;
  const { value } = statement;
  if (value?.kind !== 'compare-numbers' || value.operator === '==' || value.operator === '!=') return null;
  return value;
}
