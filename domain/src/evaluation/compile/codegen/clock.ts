import type { ComparisonOperator, IntervalExpression } from '../../../language/ast.ts';
import { intervalValue } from './intervals.ts';
import type { Plan } from './plan.ts';
import type { Scope } from './scope.ts';
import { listParts } from './sharing.ts';
import { listExpressions, type Text } from './statements.ts';

/** A comparison of intervals whose result may change with time alone. */
export interface ClockComparison {
  readonly operator: ComparisonOperator;
  /** Excursion windows whose total length it uses: the slope of the difference changes at their edges. */
  readonly excursions: readonly number[];
}

/**
 * The comparisons of intervals whose result may change with time alone, and the body of a function of `run`
 * that returns for each the difference left - right as a function of time (NaN where either side is null).
 * Registers are read as stored by the loop.
 */
export function clockComparisons(
  plan: Plan,
  texts: readonly Text[],
): { comparisons: ClockComparison[]; source: string } {
  const comparisons: ClockComparison[] = [];
  const differences: string[] = [];
  for (const text of texts) {
    const scope: Scope = { aliases: text.aliases, variable: () => '' };
    for (const expression of listExpressions(text.program.statements)) {
      if (expression.kind !== 'compare-intervals') continue;
      const sides = [expression.left, expression.right];
      if (!sides.some(runs)) continue;
      const [left, right] = sides.map((side) => intervalValue(plan, side, scope, true));
      differences.push(`(t) => ${left} - ${right}`);
      const excursions = sides
        .flatMap(excursionTimes)
        .map((time) => plan.excursionWindow(time.threshold, time.window ?? Number.POSITIVE_INFINITY, false));
      comparisons.push({ operator: expression.operator, excursions });
    }
  }
  const windows = plan.excursions.map((_, index) => `const excursions${index} = run.excursions[${index}];`);
  return { comparisons, source: `"use strict";\n${windows.join('\n')}\nreturn [${differences.join(', ')}];` };
}

/** Whether an interval changes with time alone. */
function runs(interval: IntervalExpression): boolean {
  if (interval.kind === 'interval-since' || interval.kind === 'excursion-time') return true;
  if (interval.kind === 'interval-gap') return interval.running;
  return (listParts(interval) as IntervalExpression[]).some(runs);
}

function excursionTimes(
  interval: IntervalExpression,
): Extract<IntervalExpression, { kind: 'excursion-time' }>[] {
  if (interval.kind === 'excursion-time') return [interval];
  return (listParts(interval) as IntervalExpression[]).flatMap(excursionTimes);
}
