import type { BooleanExpression, Expression, NumberExpression } from '../../../language/ast.ts';
import type { Code } from './code.ts';
import { comparison, comparisonTests } from './comparison.ts';
import { counterReading } from './counters.ts';
import { intervalValue } from './intervals.ts';
import { argumentStatistic, mathCall, type NumberCode } from './numbers.ts';
import type { Plan } from './plan.ts';
import type { Scope } from './scope.ts';
import type { Sharing } from './sharing.ts';
import type { WindowCompiler } from './windows.ts';

/**
 * Compiles expressions to JavaScript statements. A null number or interval is NaN; a boolean is 0, 1, or 2
 * for unknown. Only numbers that the checker read and indexes that it assigned enter the code.
 */
export class ExpressionCompiler {
  private readonly plan: Plan;
  private readonly windows: WindowCompiler;
  private readonly sharing: Sharing;
  /** Shared expressions, computed once at the start of a step. */
  private readonly shared: Code;
  private readonly sharedNames = new Map<number, string>();

  constructor(plan: Plan, windows: WindowCompiler, sharing: Sharing, shared: Code) {
    this.plan = plan;
    this.windows = windows;
    this.sharing = sharing;
    this.shared = shared;
  }

  /** A number that is finite or NaN. */
  number(code: Code, expression: NumberExpression, scope: Scope): string {
    const share = this.sharing.shared(expression);
    if (share === null || isLeaf(expression)) return this.settledNumber(code, expression, scope);
    return this.once(share, () => this.settledNumber(this.shared, expression, scope));
  }

  private settledNumber(code: Code, expression: NumberExpression, scope: Scope): string {
    return settle(code, this.unsettled(code, expression, scope));
  }

  private once(share: number, make: () => string): string {
    const known = this.sharedNames.get(share);
    if (known !== undefined) return known;
    const name = make();
    this.sharedNames.set(share, name);
    return name;
  }

  /**
   * Once infinite, a sum, difference, negation or product stays infinite or becomes NaN: a chain of them is
   * normalized only at its end.
   */
  private operand(code: Code, expression: NumberExpression, scope: Scope): NumberCode {
    const share = this.sharing.shared(expression);
    if (share !== null && !isLeaf(expression)) {
      return { text: this.number(code, expression, scope), settled: true };
    }
    return this.unsettled(code, expression, scope);
  }

  private unsettled(code: Code, expression: NumberExpression, scope: Scope): NumberCode {
    switch (expression.kind) {
      case 'number':
        // In parentheses, since a minus sign may precede it.
        return {
          text: expression.value < 0 ? `(${expression.value})` : String(expression.value),
          settled: true,
        };
      case 'null':
        return { text: 'NaN', settled: true };
      case 'alias':
        return { text: `x${scope.aliases[expression.alias]}`, settled: true };
      case 'variable':
        return { text: scope.variable(expression.slot), settled: true };
      case 'negate': {
        const operand = this.operand(code, expression.operand, scope);
        return { text: code.declare(`-${operand.text}`), settled: operand.settled };
      }
      case 'sum':
      case 'product':
        return this.chain(code, expression, scope);
      case 'math':
        return mathCall(
          code,
          expression.name,
          expression.arguments.map((argument) => this.number(code, argument, scope)),
        );
      case 'statistic':
        return argumentStatistic(
          code,
          expression.statistic,
          expression.arguments.map((argument) => this.number(code, argument, scope)),
        );
      case 'window-statistic': {
        const input = scope.aliases[expression.alias]!;
        const text = this.windows.value(code, input, expression.window, expression.statistic);
        return { text, settled: false };
      }
      case 'counter':
      case 'counter-gap':
        return { text: code.declare(counterReading(this.plan, expression, scope)), settled: false };
      case 'excursion-count': {
        const length = expression.window ?? Number.POSITIVE_INFINITY;
        const window = this.plan.excursionWindow(expression.threshold, length, true);
        if (expression.window !== null) this.plan.clockDriven = true;
        return { text: code.declare(`excursions${window}.countAt(t)`), settled: true };
      }
    }
  }

  private chain(
    code: Code,
    expression: Extract<NumberExpression, { kind: 'sum' | 'product' }>,
    scope: Scope,
  ): NumberCode {
    let result = this.operand(code, expression.first, scope).text;
    for (const { operator, operand } of expression.rest) {
      const right =
        operator === '/' ? this.number(code, operand, scope) : this.operand(code, operand, scope).text;
      result = code.declare(`${result} ${operator} ${right}`);
    }
    return { text: result, settled: false };
  }

  /** A boolean: 0, 1, or 2 for unknown. */
  boolean(code: Code, expression: BooleanExpression, scope: Scope): string {
    const share = this.sharing.shared(expression);
    if (share === null || isLeaf(expression)) return this.ownBoolean(code, expression, scope);
    return this.once(share, () => this.ownBoolean(this.shared, expression, scope));
  }

  /** A boolean as two JavaScript tests: whether it is true, and whether it is unknown. */
  condition(code: Code, expression: BooleanExpression, scope: Scope): { holds: string; unknown: string } {
    if (expression.kind === 'compare-numbers' && this.sharing.shared(expression) === null) {
      const left = this.number(code, expression.left, scope);
      const right = this.number(code, expression.right, scope);
      return comparisonTests(left, expression.operator, right);
    }
    const answer = this.boolean(code, expression, scope);
    return { holds: `${answer} === 1`, unknown: `${answer} === 2` };
  }

  private ownBoolean(code: Code, expression: BooleanExpression, scope: Scope): string {
    switch (expression.kind) {
      case 'boolean':
        return expression.value ? '1' : '0';
      case 'variable':
        return scope.variable(expression.slot);
      case 'not': {
        const operand = this.boolean(code, expression.operand, scope);
        return code.declare(`${operand} === 2 ? 2 : 1 - ${operand}`);
      }
      case 'and':
      case 'or':
        return this.junction(code, expression, scope);
      case 'compare-numbers': {
        const left = this.number(code, expression.left, scope);
        const right = this.number(code, expression.right, scope);
        return code.declare(comparison(left, expression.operator, right));
      }
      case 'compare-intervals': {
        const left = code.declare(intervalValue(this.plan, expression.left, scope));
        const right = code.declare(intervalValue(this.plan, expression.right, scope));
        return code.declare(comparison(left, expression.operator, right));
      }
      case 'compare-booleans': {
        const left = this.boolean(code, expression.left, scope);
        const right = this.boolean(code, expression.right, scope);
        const equal = expression.operator === '==' ? '===' : '!==';
        return code.declare(`${left} === 2 || ${right} === 2 ? 2 : ${left} ${equal} ${right} ? 1 : 0`);
      }
      case 'null-test': {
        const { operand } = expression;
        const value =
          operand.type === 'number'
            ? this.number(code, operand, scope)
            : code.declare(intervalValue(this.plan, operand, scope));
        return code.declare(`${value} === ${value} ? ${expression.operator === '==' ? '0 : 1' : '1 : 0'}`);
      }
      case 'trend': {
        const input = scope.aliases[expression.alias]!;
        return this.windows.value(code, input, expression.window, expression.trend);
      }
      case 'pattern-match': {
        this.plan.usesPatterns = true;
        const answer = `x${this.plan.inputs.length}`;
        return code.declare(`${answer} !== ${answer} ? 2 : ${answer} === ${expression.pattern} ? 1 : 0`);
      }
    }
  }

  /**
   * AND stops at the first false, OR at the first true; the result is unknown only if neither stops and some
   * operand is unknown.
   */
  private junction(
    code: Code,
    expression: Extract<BooleanExpression, { kind: 'and' | 'or' }>,
    scope: Scope,
  ): string {
    const decisive = expression.kind === 'and' ? 0 : 1;
    const result = code.name();
    const label = code.name();
    code.line(`let ${result} = ${1 - decisive};`);
    code.line(`${label}: {`);
    for (const operand of expression.operands) {
      const value = this.boolean(code, operand, scope);
      code.line(`if (${value} === ${decisive}) { ${result} = ${decisive}; break ${label}; }`);
      code.line(`if (${value} === 2) ${result} = 2;`);
    }
    code.line('}');
    return result;
  }
}

/** Expressions too small to be stored in a variable. */
function isLeaf(expression: Expression): boolean {
  return (
    expression.kind === 'number' ||
    expression.kind === 'boolean' ||
    expression.kind === 'null' ||
    expression.kind === 'alias' ||
    expression.kind === 'variable'
  );
}

function settle(code: Code, { text, settled }: NumberCode): string {
  return settled ? text : code.declare(`${text} - ${text} === 0 ? ${text} : NaN`);
}
