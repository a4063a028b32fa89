import type { Counter, CounterGap } from '../../../language/ast.ts';
import type { Plan } from './plan.ts';
import type { Scope } from './scope.ts';

/** A counter's advance since the latest completion, or between completions; NaN if unknown. */
export function counterReading(plan: Plan, expression: Counter | CounterGap, scope: Scope): string {
  const input = scope.aliases[expression.alias]!;
  plan.inputs[input]!.counter = true;
  const reading = `x${input} + o${input}`;
  if (expression.kind === 'counter') return `${reading} - b${input}`;
  plan.inputs[input]!.counterGaps = true;
  const { gap, running } = expression;
  const to = running ? reading : `r${input}`;
  if (gap === 'LAST') return running ? `${to} - r${input}` : `${to} - q${input}`;
  return `(${to} - s${input}) / (${running ? `n${input}` : `n${input} - 1`})`;
}
