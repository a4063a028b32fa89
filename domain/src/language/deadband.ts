import type { CheckedProgram, NumberComparison } from './ast.ts';

/** What is said of a deadband where it can not work. */
export const deadbandMessage =
  'A deadband needs logic that is one comparison of numbers with <, <=, > or >=.';

/**
 * The one comparison of numbers that a program is, as a deadband needs it; null when it is anything else.
 * `==` and `!=` take no deadband.
 */
export function deadbandComparison(program: CheckedProgram): NumberComparison | null {
  const [statement, ...others] = program.statements;
  if (statement?.kind !== 'return' || others.length > 0) return null;
  const { value } = statement;
  if (value?.kind !== 'compare-numbers' || value.operator === '==' || value.operator === '!=') return null;
  return value;
}
