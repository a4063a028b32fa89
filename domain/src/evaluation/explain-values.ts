import type { ComparisonOperator, Expression, Statistic } from '../language/ast.ts';
import { mathFunctions } from '../language/builtins/mathematics.ts';

/** Null: no value, or unknown. */
export type Value = number | boolean | null;

/** The value of an expression from those of its parts; of a window statistic from its points. */
export function combine(expression: Expression, values: readonly Value[]): Value {
  const numbers = values as readonly (number | null)[];
  const truths = values as readonly (boolean | null)[];
  switch (expression.kind) {
    case 'negate':
      return numbers[0] === null ? null : -numbers[0]!;
    case 'sum':
    case 'product':
      return expression.rest.reduce<number | null>(
        (left, { operator }, index) => operate(left, operator, numbers[index + 1]!),
        numbers[0]!,
      );
    case 'math':
      return numbers.includes(null)
        ? null
        : mathFunctions[expression.name].evaluate(...(numbers as number[]));
    case 'statistic':
    case 'window-statistic':
      return numbers.includes(null) ? null : statistic(expression.statistic, numbers as number[]);
    case 'not':
      return truths[0] === null ? null : !truths[0];
    case 'and':
      return truths.includes(false) ? false : truths.includes(null) ? null : true;
    case 'or':
      return truths.includes(true) ? true : truths.includes(null) ? null : false;
    case 'null-test':
      return (values[0] === null) === (expression.operator === '==');
    case 'compare-numbers':
    case 'compare-intervals':
    case 'compare-booleans':
      return compare(values[0]!, expression.operator, values[1]!);
    default:
      return null;
  }
}

function operate(left: number | null, operator: '+' | '-' | '*' | '/', right: number | null): number | null {
  if (left === null || right === null) return null;
  const results = { '+': left + right, '-': left - right, '*': left * right, '/': left / right };
  return Number.isFinite(results[operator]) ? results[operator] : null;
}

function statistic(kind: Statistic, values: readonly number[]): number | null {
  if (values.length === 0) return null;
  if (kind === 'MAX') return values.reduce((a, b) => Math.max(a, b));
  if (kind === 'MIN') return values.reduce((a, b) => Math.min(a, b));
  const first = values[0]!;
  const mean = first + values.reduce((sum, value) => sum + (value - first), 0) / values.length;
  if (kind === 'AVERAGE') return Number.isFinite(mean) ? mean : null;
  if (values.length < 2) return null;
  const deviation = Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
  );
  return Number.isFinite(deviation) ? deviation : null;
}

function compare(left: Value, operator: ComparisonOperator, right: Value): boolean | null {
  if (left === null || right === null) return null;
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}
