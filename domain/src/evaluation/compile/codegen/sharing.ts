import type { Expression, IntervalExpression, NumberExpression } from '../../../language/ast.ts';

/** What an alias index of one text means in the whole protection. */
export type AliasMap = readonly number[];

/**
 * Gives equal expressions, of whichever threshold, the same number, and counts how often each occurs. Expressions
 * over variables or over excursions have none: their value depends on where in a step they stand.
 */
export class Sharing {
  private readonly numbers = new Map<string, number>();
  private readonly occurrences: number[] = [];
  private readonly numberOf = new Map<Expression, number | null>();

  /** Counts an expression and all inside it; answers its number. */
  add(expression: Expression, aliases: AliasMap): number | null {
    const number = this.intern(expression, aliases);
    this.numberOf.set(expression, number);
    return number;
  }

  /** The number of an expression that occurs more than once and is worth keeping; else null. */
  shared(expression: Expression): number | null {
    const number = this.numberOf.get(expression) ?? null;
    return number !== null && this.occurrences[number]! > 1 ? number : null;
  }

  private intern(expression: Expression, aliases: AliasMap): number | null {
    const parts = partsOf(expression).map((part) => this.add(part, aliases));
    const own = ownKey(expression, aliases);
    if (own === null || parts.includes(null)) return null;
    const key = `${expression.type} ${expression.kind} ${own} ${parts.join(' ')}`;
    const number = this.numbers.get(key) ?? this.numbers.size;
    this.numbers.set(key, number);
    this.occurrences[number] = (this.occurrences[number] ?? 0) + 1;
    return number;
  }
}

/** The expressions directly inside another. */
export function partsOf(expression: Expression): readonly Expression[] {
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

/** What tells an expression from others of its kind with equal parts; null where it can't be shared. */
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
