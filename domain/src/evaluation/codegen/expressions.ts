import type {
  BooleanExpression,
  Expression,
  IntervalExpression,
  NumberExpression,
} from '../../language/ast.ts';
import type { Code } from './code.ts';
import type { Plan } from './plan.ts';
import type { AliasMap, Sharing } from './sharing.ts';
import { windowStatistic, windowTrend } from './windows.ts';

/** A number in generated code: a name or a literal. Unsettled, it may be infinite where it should be null. */
interface NumberCode {
  readonly text: string;
  readonly settled: boolean;
}

/**
 * Compiles expressions to statements of JavaScript. A null number or interval is NaN; a boolean is 0, 1, or 2 for
 * unknown. All that comes from the text are numbers that the checker read and indexes that it gave.
 */
export class ExpressionCompiler {
  private readonly plan: Plan;
  private readonly sharing: Sharing;
  /** Shared expressions, computed once at the beginning of a step. */
  private readonly shared: Code;
  private readonly sharedNames = new Map<number, string>();

  constructor(plan: Plan, sharing: Sharing, shared: Code) {
    this.plan = plan;
    this.sharing = sharing;
    this.shared = shared;
  }

  /** A number, settled: finite or NaN. */
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
   * Once infinite, a sum, difference, negation or product stays infinite or becomes NaN: a chain of them is settled
   * at its end only.
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
        return { text: String(expression.value), settled: true };
      case 'null':
        return { text: 'NaN', settled: true };
      case 'alias':
        return { text: `x${scope.aliases[expression.alias]}`, settled: true };
      case 'variable':
        return { text: scope.variable(expression.slot), settled: true };
      case 'negate': {
        const operand = this.operand(code, expression.operand, scope);
        return { text: code.keep(`-${operand.text}`), settled: operand.settled };
      }
      case 'sum':
      case 'product':
        return this.chain(code, expression, scope);
      case 'math':
        return this.math(code, expression, scope);
      case 'statistic':
        return this.argumentStatistic(code, expression, scope);
      case 'window-statistic': {
        const input = scope.aliases[expression.alias]!;
        const text = windowStatistic(code, this.plan, input, expression.window, expression.statistic);
        return { text, settled: false };
      }
      case 'counter':
      case 'counter-gap':
        return { text: code.keep(this.counter(expression, scope)), settled: false };
      case 'excursion-count': {
        const length = expression.window ?? Number.POSITIVE_INFINITY;
        const window = this.plan.excursionWindow(expression.threshold, length, true);
        if (expression.window !== null) this.plan.clockDriven = true;
        return { text: code.keep(`excursions${window}.countAt(t)`), settled: true };
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
      result = code.keep(`${result} ${operator} ${right}`);
    }
    return { text: result, settled: false };
  }

  private math(
    code: Code,
    expression: Extract<NumberExpression, { kind: 'math' }>,
    scope: Scope,
  ): NumberCode {
    const [a = '', b = '0'] = expression.arguments.map((argument) => this.number(code, argument, scope));
    const text = {
      ABS: `Math.abs(${a})`,
      SQRT: `Math.sqrt(${a})`,
      SINE: `Math.sin(${a})`,
      COSINE: `Math.cos(${a})`,
      TANGENT: `Math.tan(${a})`,
      ARCSINE: `Math.asin(${a})`,
      ARCCOSINE: `Math.acos(${a})`,
      ARCTANGENT: `Math.atan(${a})`,
      MOD: `${a} % ${b}`,
      // In JavaScript NaN ** 0 is 1.
      POWER: `${a} === ${a} ? ${a} ** ${b} : NaN`,
      ROUND: `run.round(${a}, ${b})`,
      PI: 'Math.PI',
    }[expression.name];
    return { text: code.keep(text), settled: expression.name === 'ABS' || expression.name === 'PI' };
  }

  private argumentStatistic(
    code: Code,
    expression: Extract<NumberExpression, { kind: 'statistic' }>,
    scope: Scope,
  ): NumberCode {
    const values = expression.arguments.map((argument) => this.number(code, argument, scope));
    if (expression.statistic === 'MAX' || expression.statistic === 'MIN') {
      // Math.max and Math.min answer NaN when any is.
      const name = expression.statistic === 'MAX' ? 'Math.max' : 'Math.min';
      let result = values[0]!;
      for (const value of values.slice(1)) result = code.keep(`${name}(${result}, ${value})`);
      return { text: result, settled: true };
    }
    // Differences to the first: equal values have exactly their mean, and no deviation.
    const first = values[0]!;
    const differences = values.slice(1).map((value) => code.keep(`${value} - ${first}`));
    const shift = code.keep(`(${differences.join(' + ')}) / ${values.length}`);
    if (expression.statistic === 'AVERAGE') return { text: code.keep(`${first} + ${shift}`), settled: false };
    const squares = [`-${shift}`, ...differences.map((difference) => `${difference} - ${shift}`)].map(
      (deviation) => {
        const kept = code.keep(deviation);
        return `${kept} * ${kept}`;
      },
    );
    return { text: code.keep(`Math.sqrt((${squares.join(' + ')}) / ${values.length - 1})`), settled: false };
  }

  private counter(
    expression: Extract<NumberExpression, { kind: 'counter' | 'counter-gap' }>,
    scope: Scope,
  ): string {
    const input = scope.aliases[expression.alias]!;
    this.plan.inputs[input]!.counter = true;
    const reading = `x${input} + o${input}`;
    if (expression.kind === 'counter') return `${reading} - b${input}`;
    this.plan.inputs[input]!.counterGaps = true;
    const { gap, running } = expression;
    const to = running ? reading : `r${input}`;
    if (gap === 'LAST') return running ? `${to} - r${input}` : `${to} - q${input}`;
    return `(${to} - s${input}) / (${running ? `n${input}` : `n${input} - 1`})`;
  }

  /** A boolean: 0, 1, or 2 for unknown. */
  boolean(code: Code, expression: BooleanExpression, scope: Scope): string {
    const share = this.sharing.shared(expression);
    if (share === null || isLeaf(expression)) return this.ownBoolean(code, expression, scope);
    return this.once(share, () => this.ownBoolean(this.shared, expression, scope));
  }

  /** A boolean as two tests of JavaScript: whether it is true, and whether it is unknown. */
  condition(code: Code, expression: BooleanExpression, scope: Scope): { holds: string; unknown: string } {
    if (expression.kind === 'compare-numbers' && this.sharing.shared(expression) === null) {
      const left = this.number(code, expression.left, scope);
      const right = this.number(code, expression.right, scope);
      const operator = SCRIPT_OPERATOR[expression.operator];
      return {
        holds: `${left} ${operator} ${right}`,
        unknown: `${left} !== ${left} || ${right} !== ${right}`,
      };
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
        return code.keep(`${operand} === 2 ? 2 : 1 - ${operand}`);
      }
      case 'and':
      case 'or':
        return this.junction(code, expression, scope);
      case 'compare-numbers': {
        const left = this.number(code, expression.left, scope);
        const right = this.number(code, expression.right, scope);
        return code.keep(comparison(left, expression.operator, right));
      }
      case 'compare-intervals': {
        const left = code.keep(this.interval(expression.left, scope));
        const right = code.keep(this.interval(expression.right, scope));
        return code.keep(comparison(left, expression.operator, right));
      }
      case 'compare-booleans': {
        const left = this.boolean(code, expression.left, scope);
        const right = this.boolean(code, expression.right, scope);
        const equal = expression.operator === '==' ? '===' : '!==';
        return code.keep(`${left} === 2 || ${right} === 2 ? 2 : ${left} ${equal} ${right} ? 1 : 0`);
      }
      case 'null-test': {
        const { operand } = expression;
        const value =
          operand.type === 'number'
            ? this.number(code, operand, scope)
            : code.keep(this.interval(operand, scope));
        return code.keep(`${value} === ${value} ? ${expression.operator === '==' ? '0 : 1' : '1 : 0'}`);
      }
      case 'trend': {
        const input = scope.aliases[expression.alias]!;
        return windowTrend(code, this.plan, input, expression.window, expression.trend);
      }
      case 'pattern-match': {
        this.plan.usesPatterns = true;
        const answer = `x${this.plan.inputs.length}`;
        return code.keep(`${answer} !== ${answer} ? 2 : ${answer} === ${expression.pattern} ? 1 : 0`);
      }
    }
  }

  /** AND stops at the first false, OR at the first true; unknown decides only when none does. */
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

  /**
   * An interval in milliseconds as one JavaScript expression of `t`. In the loop registers are local variables, and
   * excursions leave their window; who looks ahead reads without that.
   */
  interval(expression: IntervalExpression, scope: Scope, ahead = false): string {
    const read = (name: string) => (ahead ? `run.registers[${this.plan.registerIndex(name)}]` : name);
    switch (expression.kind) {
      case 'interval':
        return String(expression.milliseconds);
      case 'null':
        return 'NaN';
      case 'sum': {
        // Only additions: a chain of one operator is parsed without recursion, however long.
        const rest = expression.rest.map(({ operator, operand }) => {
          const text = this.interval(operand, scope, ahead);
          return operator === '+' ? text : `-${text}`;
        });
        return `(${[this.interval(expression.first, scope, ahead), ...rest].join(' + ')})`;
      }
      case 'interval-since': {
        const input = scope.aliases[expression.alias]!;
        const plan = this.plan.inputs[input]!;
        plan.latestTime = true;
        plan.movesClock = true;
        this.plan.clockDriven = true;
        const base = this.plan.activityStart !== null && plan.definition.type === 'work' ? 'g' : 'l';
        return `(t - ${read(base + input)})`;
      }
      case 'interval-gap': {
        const input = scope.aliases[expression.alias]!;
        const plan = this.plan.inputs[input]!;
        plan.latestTime = true;
        plan.gaps = true;
        plan.movesClock = true;
        if (expression.running) this.plan.clockDriven = true;
        const latest = read(`l${input}`);
        const count = read(`c${input}`);
        if (expression.gap === 'LAST') {
          return expression.running ? `(t - ${latest})` : `(${latest} - ${read(`p${input}`)})`;
        }
        const first = read(`f${input}`);
        return expression.running
          ? `((t - ${first}) / ${count})`
          : `((${latest} - ${first}) / (${count} - 1))`;
      }
      case 'excursion-time': {
        this.plan.clockDriven = true;
        const length = expression.window ?? Number.POSITIVE_INFINITY;
        const window = this.plan.excursionWindow(expression.threshold, length, false);
        return `excursions${window}.${ahead ? 'peekAt' : 'timeAt'}(t)`;
      }
    }
  }
}

/** What an expression's names mean in the code of its threshold. */
export interface Scope {
  readonly aliases: AliasMap;
  variable(slot: number): string;
}

/** Too little to be worth a name of its own. */
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
  return settled ? text : code.keep(`${text} - ${text} === 0 ? ${text} : NaN`);
}

const SCRIPT_OPERATOR = {
  '==': '===',
  '!=': '!==',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
} as const;

const OPPOSITE = { '>': '<=', '<': '>=', '>=': '<', '<=': '>' } as const;

/** 1 or 0, and 2 when either side is NaN: then neither the comparison nor its opposite holds. */
export function comparison(
  left: string,
  operator: keyof typeof OPPOSITE | '==' | '!=',
  right: string,
): string {
  if (operator === '==')
    return `${left} === ${right} ? 1 : ${left} === ${left} && ${right} === ${right} ? 0 : 2`;
  if (operator === '!=')
    return `${left} === ${right} ? 0 : ${left} === ${left} && ${right} === ${right} ? 1 : 2`;
  return `${left} ${operator} ${right} ? 1 : ${left} ${OPPOSITE[operator]} ${right} ? 0 : 2`;
}
