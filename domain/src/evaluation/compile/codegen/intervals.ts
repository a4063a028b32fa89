import type { IntervalExpression } from '../../../language/ast.ts';
import type { Plan } from './plan.ts';
import type { Scope } from './scope.ts';

/**
 * An interval in milliseconds as a JavaScript expression of `t`. Inside the loop, registers are local
 * variables and expired excursions are removed from their window; code that looks ahead does neither.
 */
export function intervalValue(
  plan: Plan,
  expression: IntervalExpression,
  scope: Scope,
  ahead = false,
): string {
  const read = (name: string) => (ahead ? `run.registers[${plan.registerIndex(name)}]` : name);
  switch (expression.kind) {
    case 'interval':
      return String(expression.milliseconds);
    case 'null':
      return 'NaN';
    case 'sum': {
      // Only additions: a chain of one operator is parsed without recursion, whatever its length.
      const rest = expression.rest.map(({ operator, operand }) => {
        const text = intervalValue(plan, operand, scope, ahead);
        return operator === '+' ? text : `-${text}`;
      });
      return `(${[intervalValue(plan, expression.first, scope, ahead), ...rest].join(' + ')})`;
    }
    case 'interval-since': {
      const input = scope.aliases[expression.alias]!;
      const of = plan.inputs[input]!;
      of.latestTime = true;
      of.movesClock = true;
      plan.clockDriven = true;
      const base = plan.activityStart !== null && of.definition.type === 'work' ? 'g' : 'l';
      return `(t - ${read(base + input)})`;
    }
    case 'interval-gap': {
      const input = scope.aliases[expression.alias]!;
      const of = plan.inputs[input]!;
      of.latestTime = true;
      of.gaps = true;
      of.movesClock = true;
      if (expression.running) plan.clockDriven = true;
      const latest = read(`l${input}`);
      const count = read(`c${input}`);
      if (expression.gap === 'LAST') {
        return expression.running ? `(t - ${latest})` : `(${latest} - ${read(`p${input}`)})`;
      }
      const first = read(`f${input}`);
      return expression.running ? `((t - ${first}) / ${count})` : `((${latest} - ${first}) / (${count} - 1))`;
    }
    case 'excursion-time': {
      plan.clockDriven = true;
      const length = expression.window ?? Number.POSITIVE_INFINITY;
      const window = plan.excursionWindow(expression.threshold, length, false);
      return `excursions${window}.${ahead ? 'peekAt' : 'timeAt'}(t)`;
    }
  }
}
