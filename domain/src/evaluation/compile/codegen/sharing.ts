import type { Expression, IntervalExpression, NumberExpression } from '../../../language/ast.ts';

/** Maps the alias indices of one text to inputs of the whole protection. */
export type AliasMap = readonly number[];

/**
 * Assigns equal expressions of all thresholds the same number, and counts their occurrences. Expressions with
 * variables or excursions have none: their value depends on their position within a step.
 */
export class Sharing {
  private readonly numbers = new Map<string, number>();
  private readonly occurrences: number[] = [];
  private readonly numberByExpression = new Map<Expression, number | null>();

  /** Counts an expression and its parts; returns its number. */
  add(expression: Expression, aliases: AliasMap): number | null {
    const number = this.intern(expression, aliases);
    this.numberByExpression.set(expression, number);
    return number;
  }

  /** The number of an expression that occurs more than once and is worth storing; otherwise null. */
  shared(expression: Expression): number | null {
    const number = this.numberByExpression.get(expression) ?? null;
    return number !== null && this.occurrences[number]! > 1 ? number : null;
  }

  private intern(expression: Expression, aliases: AliasMap): number | null {
    const parts = listParts(expression).map((part) => this.add(part, aliases));
    const own = ownKey(expression, aliases);
    if (own === null || parts.includes(null)) return null;
    const key = `${expression.type} ${expression.kind} ${own} ${parts.join(' ')}`;
    const number = this.numbers.get(key) ?? this.numbers.size;
    this.numbers.set(key, number);
    this.occurrences[number] = (this.occurrences[number] ?? 0) + 1;
    return number;
  }
}

/** The direct parts of an expression. */
export function listParts(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'negate':
    case 'not':
    case 'null-test':
      return [expression.operand];
    case 'sum': {
      const rest = expression.rest as { operand: NumberExpression | IntervalExpression }[];
      return [expression.first, ...rest.map((term) => term.operand)];
    }
    case 'product':
      return [expression.first, ...expression.rest.map((factor) => factor.operand)];
    case 'math':
    case 'statistic':
      return expression.arguments;
    case 'and':
    case 'or':
      return expression.operands;
    case 'compare-numbers':
    case 'compare-intervals':
    case 'compare-booleans':
      return [expression.left, expression.right];
    default:
      return [];
  }
}

/** Distinguishes an expression from others of its kind with equal parts; null if it can't be shared. */
function ownKey(expression: Expression, aliases: AliasMap): string | null {
  switch (expression.kind) {
    case 'variable':
    case 'excursion-count':
    case 'excursion-time':
      return null;
    case 'number':
    case 'boolean':
      return String(expression.value);
    case 'interval':
      return String(expression.milliseconds);
    case 'alias':
    case 'counter':
    case 'interval-since':
      return String(aliases[expression.alias]);
    case 'counter-gap':
    case 'interval-gap':
      return `${expression.gap} ${aliases[expression.alias]} ${expression.running}`;
    case 'window-statistic':
      return `${expression.statistic} ${aliases[expression.alias]} ${expression.window}`;
    case 'trend':
      return `${expression.trend} ${aliases[expression.alias]} ${expression.window}`;
    case 'pattern-match':
      return String(expression.pattern);
    case 'math':
      return expression.name;
    case 'statistic':
      return expression.statistic;
    case 'sum':
    case 'product':
      return expression.rest.map((term) => term.operator).join('');
    case 'compare-numbers':
    case 'compare-intervals':
    case 'compare-booleans':
    case 'null-test':
      return expression.operator;
    default:
      return '';
  }
}
