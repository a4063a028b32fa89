import type { Expression, Statement, Trend, WindowStatistic } from '../../language/ast.ts';
import type { Plan } from '../compile/codegen/plan.ts';
import { listParts } from '../compile/codegen/sharing.ts';
import type { Text } from '../compile/codegen/statements.ts';
import type { CalculatedProgram, ProtectionProgram } from '../compile/program.ts';
import type { Budget } from '../model/budget.ts';
import { type Blocks, type PointBlock, pointsBetween, withoutBad } from '../model/points.ts';
import type { Resume } from '../model/state.ts';
import { createProtectionRun } from '../run/protection-evaluator.ts';
import { Run } from '../run/run.ts';
import { combine, type Value } from './values.ts';
import { windowValue } from './window-value.ts';

/** A part of a text with its value at a time. */
export interface ExplainedPart {
  /** Its source: offsets into the text. */
  readonly from: number;
  readonly to: number;
  readonly source: string;
  /** The kind of an expression (see the language's `ast.ts`), `parameter`, `assign`, `if` or `return`. */
  readonly kind: string;
  readonly type: 'number' | 'boolean' | 'interval' | 'statement';
  /** Null for null, unknown and NO_CALC. Intervals are in milliseconds. */
  readonly value: Value;
  /** Whether the evaluation reached this statement; for an expression, the statement it is in. */
  readonly reached: boolean;
  /** The points that a window used, oldest first. */
  readonly points?: PointBlock;
  readonly parts: readonly ExplainedPart[];
}

export interface ExplainedText {
  /** The text's result at the time; null for NO_CALC. */
  readonly value: Value;
  readonly parts: readonly ExplainedPart[];
}

export interface ExplainedThreshold extends ExplainedText {
  /** Whether the threshold is in excursion at the time, considering logic, delays and deadband. */
  readonly open: boolean;
}

interface ExplainOptions {
  /** A saved state to resume from; the blocks must then include its history. */
  readonly resume?: Resume | undefined;
  /** Limits the work; throws `BudgetExceeded`. */
  readonly budget?: Budget | undefined;
}

/**
 * Explains the result of each threshold of a protection at a time: the value of every part of its logic, over
 * the blocks' points up to that time. Evaluates up to it, from the beginning or from a saved state.
 */
export function explainProtection(
  program: ProtectionProgram,
  blocks: Blocks,
  time: number,
  { resume, budget }: ExplainOptions = {},
): ExplainedThreshold[] {
  const { run, thresholds } = createProtectionRun(program, blocks, time, resume, budget);
  const evaluated = { plan: program.code.plan, run, blocks, time, budget };
  return program.code.texts.map((text, index) => ({
    ...new Explainer(text, program.definition.thresholds[index]!.logic, evaluated).explain(),
    open: thresholds.open[index] === 1,
  }));
}

/** Explains a calculated tag; `text` is its logic. */
export function explainCalculatedTag(
  program: CalculatedProgram,
  text: string,
  blocks: Blocks,
  time: number,
  budget?: Budget,
): ExplainedText {
  const run = new Run(program.code, null);
  run.bind(blocks, Number.NEGATIVE_INFINITY);
  run.execute(Number.NEGATIVE_INFINITY, time, budget);
  const evaluated = { plan: program.code.plan, run, blocks, time, budget };
  return new Explainer(program.code.texts[0]!, text, evaluated).explain();
}

/** A run that was evaluated up to the time. */
interface Evaluated {
  readonly plan: Plan;
  readonly run: Run;
  readonly blocks: Blocks;
  readonly time: number;
  readonly budget: Budget | undefined;
}

class Explainer {
  private readonly text: Text;
  private readonly source: string;
  private readonly plan: Plan;
  private readonly run: Run;
  private readonly blocks: Blocks;
  private readonly time: number;
  private readonly budget: Budget | undefined;
  private readonly variables: Value[] = [];
  private result: Value = null;
  private running = true;

  constructor(text: Text, source: string, { plan, run, blocks, time, budget }: Evaluated) {
    this.text = text;
    this.source = source;
    this.budget = budget;
    this.plan = plan;
    this.run = run;
    this.blocks = blocks;
    this.time = time;
  }

  explain(): ExplainedText {
    const parts = this.statements(this.text.program.statements, true);
    return { value: this.result, parts };
  }

  private statements(statements: readonly Statement[], reached: boolean): ExplainedPart[] {
    return statements.map((statement) => this.statement(statement, reached && this.running));
  }

  private statement(statement: Statement, reached: boolean): ExplainedPart {
    if (statement.kind === 'if') return this.branches(statement, reached);
    const parts = statement.value ? [this.expression(statement.value, reached)] : [];
    const value = parts[0]?.value ?? null;
    if (reached && statement.kind === 'assign') this.variables[statement.slot] = value;
    if (reached && statement.kind === 'return') {
      this.result = value;
      this.running = false;
    }
    return this.part(statement, 'statement', value, reached, parts);
  }

  private branches(statement: Extract<Statement, { kind: 'if' }>, reached: boolean): ExplainedPart {
    const parts: ExplainedPart[] = [];
    let open = reached;
    for (const { condition, body } of statement.branches) {
      const test = this.expression(condition, open);
      parts.push(test, ...this.statements(body, open && test.value === true));
      // An unknown condition stops the evaluation.
      if (open && test.value === null) this.running = false;
      open = open && test.value === false;
    }
    if (statement.otherwise) parts.push(...this.statements(statement.otherwise, open));
    return this.part(statement, 'statement', null, reached, parts);
  }

  private expression(expression: Expression, reached: boolean): ExplainedPart {
    const parts = listParts(expression).map((part) => this.expression(part, reached));
    if (expression.kind === 'window-statistic' || expression.kind === 'trend') {
      const points = this.window(expression);
      const value = windowValue(expression, points, this.time, this.budget);
      return this.part(expression, expression.type, value, reached, parts, points);
    }
    const values = parts.map(({ value }) => value);
    const value = parts.length > 0 ? combine(expression, values) : this.leaf(expression);
    return this.part(expression, expression.type, value, reached, parts);
  }

  private part(
    node: Expression | Statement,
    type: ExplainedPart['type'],
    value: Value,
    reached: boolean,
    parts: readonly ExplainedPart[],
    points?: PointBlock,
  ): ExplainedPart {
    const { from, to } = node;
    const kind = 'parameter' in node && node.parameter !== undefined ? 'parameter' : node.kind;
    const source = this.source.slice(from, to);
    return { from, to, source, kind, type, value, reached, parts, ...(points ? { points } : {}) };
  }

  /** Returns the points in (time - window, time] that have a value. */
  private window({ alias, window }: WindowStatistic | Trend): PointBlock {
    const name = this.plan.inputs[this.text.aliases[alias]!]!.definition.alias;
    const block = this.blocks.get(name);
    if (!block) return { times: new Float64Array(0), values: new Float64Array(0), length: 0 };
    return pointsBetween(withoutBad(block), this.time - window, this.time);
  }

  private register(name: string, input: number): number {
    return this.run.registers[this.plan.registerIndex(name + input)] ?? Number.NaN;
  }

  /** Expressions without parts. */
  private leaf(expression: Expression): Value {
    if (expression.kind === 'variable') return this.variables[expression.slot] ?? null;
    if (expression.kind === 'null') return null;
    if (expression.kind === 'number' || expression.kind === 'boolean') return expression.value;
    if (expression.kind === 'interval') return expression.milliseconds;
    if (expression.kind === 'pattern-match') {
      const answer = this.register('x', this.plan.inputs.length);
      return Number.isNaN(answer) ? null : answer === expression.pattern;
    }
    const value = this.reading(expression);
    return Number.isFinite(value) ? value : null;
  }

  /** The engine's register; NaN if there is no value. */
  private reading(expression: Expression): number {
    const { time } = this;
    if (expression.kind === 'excursion-count' || expression.kind === 'excursion-time') {
      const length = expression.window ?? Number.POSITIVE_INFINITY;
      const window = this.run.excursions[this.plan.excursionWindow(expression.threshold, length, false)]!;
      return expression.kind === 'excursion-count' ? window.countAt(time) : window.timeAt(time);
    }
    if (!('alias' in expression)) return Number.NaN;
    const input = this.text.aliases[expression.alias]!;
    const read = (name: string) => this.register(name, input);
    const now = read('x') + read('o');
    switch (expression.kind) {
      case 'alias':
        return read('x');
      case 'counter':
        return now - read('b');
      case 'counter-gap': {
        const to = expression.running ? now : read('r');
        if (expression.gap === 'LAST') return to - read(expression.running ? 'r' : 'q');
        return (to - read('s')) / (read('n') - (expression.running ? 0 : 1));
      }
      case 'interval-since':
        return time - read(this.plan.registerIndex(`g${input}`) < 0 ? 'l' : 'g');
      case 'interval-gap': {
        const to = expression.running ? time : read('l');
        if (expression.gap === 'LAST') return to - read(expression.running ? 'l' : 'p');
        return (to - read('f')) / (read('c') - (expression.running ? 0 : 1));
      }
      default:
        return Number.NaN;
    }
  }
}
