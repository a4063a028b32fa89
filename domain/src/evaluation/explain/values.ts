import type { ComparisonOperator, Expression, Statistic } from '../../language/ast.ts';
import { mathFunctions } from '../../language/builtins/mathematics.ts';

/** Null: no value, or unknown. */
export type Value = number | boolean | null;

/** Computes an expression from the values of its parts, bit for bit like the engine. */
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
  if (kind === 'MAX') return values.reduce((a, b) => Math.max(a, b));
  if (kind === 'MIN') return values.reduce((a, b) => Math.min(a, b));
  const first = values[0]!;
  const differences = values.slice(1).map((value) => value - first);
  const shift = differences.reduce((a, b) => a + b) / values.length;
  const squares = [-shift, ...differences.map((difference) => difference - shift)].map((d) => d * d);
  const deviation = Math.sqrt(squares.reduce((a, b) => a + b) / (values.length - 1));
  const result = kind === 'AVERAGE' ? first + shift : deviation;
  return Number.isFinite(result) ? result : null;
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
