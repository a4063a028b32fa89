import type {
  BooleanExpression,
  ComparisonOperator,
  IntervalExpression,
  NumberExpression,
  Statement,
  Statistic,
} from '../../language/ast.ts';
import { mathFunctions } from '../../language/builtins/mathematics.ts';

/** What expressions read, at the current time. */
export interface World {
  readonly time: number;
  /** Points of an alias up to now, oldest first. */
  points(alias: number): readonly { readonly time: number; readonly value: number }[];
  /** Start of INTERVAL for the alias; null before any arrival. */
  since(alias: number): number | null;
  counter(alias: number): number | null;
  /** The counter's readings at the completions so far. */
  counterReadings(alias: number): { completions: readonly number[]; now: number | null };
  excursions(threshold: number): readonly { readonly start: number; readonly end: number | null }[];
  /** Index of the classifier's result. */
  pattern(): number | null;
}

export type Value = number | boolean | null;

/** A slow, simple interpreter: null is null, unknown is null. */
export class Interpreter {
  private readonly world: World;
  private readonly variables: Value[] = [];

  constructor(world: World) {
    this.world = world;
  }

  /** The returned value; null for NO_CALC. */
  run(statements: readonly Statement[]): Value {
    const result = this.block(statements);
    return result === undefined ? null : result;
  }

  /** Undefined means no return. */
  private block(statements: readonly Statement[]): Value | undefined {
    for (const statement of statements) {
      if (statement.kind === 'assign') {
        this.variables[statement.slot] = this.value(statement.value);
      } else if (statement.kind === 'return') {
        return statement.value === null ? null : this.value(statement.value);
      } else {
        const result = this.branches(statement);
        if (result !== undefined) return result;
      }
    }
    return undefined;
  }

  private branches(statement: Extract<Statement, { kind: 'if' }>): Value | undefined {
    for (const { condition, body } of statement.branches) {
      const answer = this.boolean(condition);
      if (answer === null) return null;
      if (answer) return this.block(body);
    }
    return statement.otherwise ? this.block(statement.otherwise) : undefined;
  }

  private value(expression: NumberExpression | BooleanExpression): Value {
    return expression.type === 'number' ? this.number(expression) : this.boolean(expression);
  }

  number(expression: NumberExpression): number | null {
    const value = this.anyNumber(expression);
    return value !== null && Number.isFinite(value) ? value : null;
  }

  private anyNumber(expression: NumberExpression): number | null {
    switch (expression.kind) {
      case 'number':
        return expression.value;
      case 'null':
        return null;
      case 'alias':
        return this.world.points(expression.alias).at(-1)?.value ?? null;
      case 'variable':
        return this.variables[expression.slot] as number | null;
      case 'negate': {
        const operand = this.number(expression.operand);
        return operand === null ? null : -operand;
      }
      case 'sum':
        return expression.rest.reduce<number | null>((left, { operator, operand }) => {
          const right = this.number(operand);
          if (left === null || right === null) return null;
          return finite(operator === '+' ? left + right : left - right);
        }, this.number(expression.first));
      case 'product':
        return expression.rest.reduce<number | null>((left, { operator, operand }) => {
          const right = this.number(operand);
          if (left === null || right === null) return null;
          return finite(operator === '*' ? left * right : left / right);
        }, this.number(expression.first));
      case 'math': {
        const values = expression.arguments.map((argument) => this.number(argument));
        return values.includes(null)
          ? null
          : mathFunctions[expression.name].evaluate(...(values as number[]));
      }
      case 'statistic': {
        const values = expression.arguments.map((argument) => this.number(argument));
        return values.includes(null) ? null : statistic(expression.statistic, values as number[]);
      }
      case 'window-statistic': {
        const points = this.window(expression.alias, expression.window);
        return statistic(
          expression.statistic,
          points.map(({ value }) => value),
        );
      }
      case 'counter':
        return this.world.counter(expression.alias);
      case 'counter-gap': {
        const { completions, now } = this.world.counterReadings(expression.alias);
        const readings = expression.running && now !== null ? [...completions, now] : completions;
        return gap(expression.gap, readings);
      }
      case 'excursion-count':
        return this.inside(expression.threshold, expression.window).length;
    }
  }

  private window(alias: number, length: number) {
    const { time } = this.world;
    return this.world.points(alias).filter((point) => point.time > time - length && point.time <= time);
  }

  private inside(threshold: number, window: number | null): { start: number; end: number }[] {
    const { time } = this.world;
    const from = window === null ? Number.NEGATIVE_INFINITY : time - window;
    return this.world
      .excursions(threshold)
      .filter(({ end }) => end === null || end > from)
      .map(({ start, end }) => ({ start: Math.max(start, from), end: end ?? time }));
  }

  interval(expression: IntervalExpression): number | null {
    switch (expression.kind) {
      case 'interval':
        return expression.milliseconds;
      case 'null':
        return null;
      case 'sum':
        return expression.rest.reduce<number | null>((left, { operator, operand }) => {
          const right = this.interval(operand);
          if (left === null || right === null) return null;
          return operator === '+' ? left + right : left - right;
        }, this.interval(expression.first));
      case 'interval-since': {
        const since = this.world.since(expression.alias);
        return since === null ? null : this.world.time - since;
      }
      case 'interval-gap': {
        const times = this.world.points(expression.alias).map(({ time }) => time);
        if (expression.running && times.length > 0) times.push(this.world.time);
        return gap(expression.gap, times);
      }
      case 'excursion-time':
        return this.inside(expression.threshold, expression.window).reduce(
          (sum, { start, end }) => sum + end - start,
          0,
        );
    }
  }

  /** Null: unknown. */
  boolean(expression: BooleanExpression): boolean | null {
    switch (expression.kind) {
      case 'boolean':
        return expression.value;
      case 'variable':
        return this.variables[expression.slot] as boolean | null;
      case 'not': {
        const operand = this.boolean(expression.operand);
        return operand === null ? null : !operand;
      }
      case 'and': {
        const values = expression.operands.map((operand) => this.boolean(operand));
        return values.includes(false) ? false : values.includes(null) ? null : true;
      }
      case 'or': {
        const values = expression.operands.map((operand) => this.boolean(operand));
        return values.includes(true) ? true : values.includes(null) ? null : false;
      }
      case 'compare-numbers':
        return compare(this.number(expression.left), expression.operator, this.number(expression.right));
      case 'compare-intervals':
        return compare(this.interval(expression.left), expression.operator, this.interval(expression.right));
      case 'compare-booleans': {
        const left = this.boolean(expression.left);
        const right = this.boolean(expression.right);
        if (left === null || right === null) return null;
        return expression.operator === '==' ? left === right : left !== right;
      }
      case 'null-test': {
        const { operand } = expression;
        const value = operand.type === 'number' ? this.number(operand) : this.interval(operand);
        return expression.operator === '==' ? value === null : value !== null;
      }
      case 'trend':
        return this.trend(expression);
      case 'pattern-match': {
        const answer = this.world.pattern();
        return answer === null ? null : answer === expression.pattern;
      }
    }
  }

  private trend({ alias, window, trend }: Extract<BooleanExpression, { kind: 'trend' }>): boolean | null {
    const points = this.window(alias, window);
    if (points.length < 2) return null;
    const sign = trend.startsWith('INCREASING') ? 1 : -1;
    const values = points.map(({ value }) => sign * value);
    if (trend === 'INCREASING' || trend === 'DECREASING') {
      const stepsBack = values.some((value, index) => index > 0 && value < values[index - 1]!);
      return !stepsBack && values.at(-1)! > values[0]!;
    }
    const times = points.map(({ time }) => time - points[0]!.time);
    const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
    const products = sum(times.map((time, index) => time * values[index]!));
    return points.length * products - sum(times) * sum(values) > 0;
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function statistic(kind: Statistic, values: readonly number[]): number | null {
  if (values.length === 0) return null;
  if (kind === 'MAX') return Math.max(...values);
  if (kind === 'MIN') return Math.min(...values);
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  if (kind === 'AVERAGE') return mean;
  if (values.length < 2) return null;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

function gap(kind: 'LAST' | 'AVERAGE', marks: readonly number[]): number | null {
  if (marks.length < 2) return null;
  if (kind === 'LAST') return marks.at(-1)! - marks.at(-2)!;
  return (marks.at(-1)! - marks[0]!) / (marks.length - 1);
}

function compare(left: number | null, operator: ComparisonOperator, right: number | null): boolean | null {
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
