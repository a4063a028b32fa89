import { STEPS_BETWEEN_CHECKS } from '../../model/budget.ts';
import type { ThresholdDefinition } from '../../model/definition.ts';
import {
  declareInput,
  declareRegisters,
  generateArrival,
  listRegisters,
  storeInput,
  storeRegisters,
} from './arrivals.ts';
import { type ClockComparison, clockComparisons } from './clock.ts';
import { Code } from './code.ts';
import { ExpressionCompiler } from './expressions.ts';
import type { Plan } from './plan.ts';
import { Sharing } from './sharing.ts';
import { countShared, listExpressions, StatementCompiler, type Text } from './statements.ts';
import { planWindow, WindowCompiler } from './windows.ts';

/** The sources of a program: bodies of functions of `run`. */
interface KernelSource {
  readonly loop: string;
  /** Returns the differences that `comparisons` watch. */
  readonly differences: string;
  readonly comparisons: readonly ClockComparison[];
  /** Whether the loop must stop between arrivals: for delays, the clock, or the start of an activity. */
  readonly wakes: boolean;
  /** Budget steps per pass of the loop. */
  readonly weight: number;
}

/**
 * Generates a program's loop. It merges the columns of the inputs by time, processes the arrivals at each
 * time, and evaluates the texts. All values are local variables, and a step allocates nothing. Fills the
 * plan.
 *
 * @param thresholds of the texts, in the same order; null for a calculated tag, which has one text
 */
export function generate(
  plan: Plan,
  texts: readonly Text[],
  thresholds: readonly ThresholdDefinition[] | null,
): KernelSource {
  const sharing = new Sharing();
  for (const text of texts) {
    countShared(text, sharing);
    for (const expression of listExpressions(text.program.statements)) {
      planWindow(plan, expression, text.aliases);
    }
  }
  const windows = new WindowCompiler(plan);
  const names = { next: 0 };
  const shared = new Code(names);
  const statements = new StatementCompiler(new ExpressionCompiler(plan, windows, sharing, shared));
  const bodies = texts.map((text, index) => {
    const code = new Code(names);
    statements.text(code, text, index);
    return code.toString();
  });
  plan.registers = listRegisters(plan);
  const { comparisons, source } = clockComparisons(plan, texts);
  const wakes =
    thresholds !== null && (plan.clockDriven || plan.activityStart !== null || thresholds.some(isDelayed));
  const weight = computeWeight(plan, texts.length, names.next);
  const tail = thresholds ? thresholds.map((threshold, index) => turn(threshold, index, wakes)) : [STORE];
  const steps = bodies.map((body, index) => `{\n${body}\n}\n${tail[index]}`);
  const loop = thresholds
    ? assemble(
        plan,
        windows,
        texts,
        weight,
        shared,
        [...steps, SETTLE],
        wakes,
        declareThresholds(texts),
        storeThresholds(texts),
      )
    : assemble(
        plan,
        windows,
        texts,
        weight,
        shared,
        steps,
        wakes,
        DECLARE_OUTPUT,
        'output.count = outCount;',
      );
  return { loop, differences: source, comparisons, wakes, weight };
}

/** Budget steps per pass of a loop with this many values: see `Budget`. */
function computeWeight(plan: Plan, thresholds: number, values: number): number {
  return Math.ceil((values + 8 * plan.windows.length + 4 * (plan.inputs.length + thresholds)) / 64);
}

function assemble(
  plan: Plan,
  windows: WindowCompiler,
  texts: readonly Text[],
  weight: number,
  shared: Code,
  steps: readonly string[],
  wakes: boolean,
  declare: string,
  store: string,
): string {
  const count = plan.inputs.length + (plan.usesPatterns ? 1 : 0);
  const inputs = Array.from({ length: count }, (_, input) => input);
  const isWork = (input: number) => plan.inputs[input]?.definition.type === 'work';
  // At equal times, the counter's reading is processed before the completion.
  const order = [...inputs.filter((input) => !isWork(input)), ...inputs.filter(isWork)];
  const alone = inputs.length === 1 && !isWork(0) && !plan.usesPatterns && !wakes;
  const earliest = inputs.map((input) =>
    input === 0 ? 't = next0;' : `if (next${input} < t) t = next${input};`,
  );
  const next = alone ? 'if (at0 >= end0) break;\nt = times0[at0];' : earliest.join('\n') || 't = Infinity;';
  // The last pass finds no work, and is not counted.
  const passesBetweenChecks = Math.max(1, Math.floor(STEPS_BETWEEN_CHECKS / weight));
  return `"use strict";
const until = run.until, from = run.from, registers = run.registers;
${inputs.map((input) => declareInput(input, alone)).join('\n')}
${declareRegisters(plan)}
${windows.declare()}
${plan.excursions.map((_, index) => `const excursions${index} = run.excursions[${index}];`).join('\n')}
${declare}
${texts.map((text, index) => `let v${index} = ${text.program.result === 'number' ? 'NaN' : '2'};`).join('\n')}
let t = Infinity, x = 0, steps = 0, passes = -1, last = NaN;
${wakes ? 'let wake = run.wake, dirty = 0;' : ''}
for (;;) {
if ((passes += 1) === ${passesBetweenChecks}) { passes = 0; run.spend(${passesBetweenChecks}); }
${next}
${wakes ? wake(plan) : ''}
if (t > until) break;
${order.map((input) => generateArrival(plan, input, wakes, alone)).join('\n')}
if (t <= from) continue;
${windows.move()}
${shared}
${steps.join('\n')}
steps += 1; last = t;
${wakes ? `if (dirty === 1) { dirty = 0; ${storeRegisters(plan)}\nwake = run.schedule(t); }` : ''}
}
${inputs.map(storeInput).join('\n')}
${storeRegisters(plan)}
${windows.store()}
${store}
${wakes ? 'run.wake = wake;' : ''}
run.spend(passes);
return steps;`;
}

/** Stops at clock times before the next arrival; not every one of them is an evaluation. */
function wake(plan: Plan): string {
  return `if (wake <= t) {
dirty = 1;
if (wake < t) {
t = wake;
if (t > until) break;
if (!run.due(t)) { dirty = 0; ${storeRegisters(plan)}\nwake = run.schedule(t); continue; }
}
}`;
}

function isDelayed(threshold: ThresholdDefinition): boolean {
  return (threshold.onDelay ?? 0) > 0 || (threshold.offDelay ?? 0) > 0;
}

function declareThresholds(texts: readonly Text[]): string {
  const truths = texts.map((_, index) => `truth${index} = thresholds.truth[${index}]`);
  return `const thresholds = run.thresholds, open = thresholds.open, deadlines = thresholds.deadlines;
let changed = thresholds.emitted ? 0 : 1${truths.map((truth) => `, ${truth}`).join('')};`;
}

/** Unknown (2) changes nothing. A delay that has ended by now is processed after the logic. */
function turn(threshold: ThresholdDefinition, index: number, wakes: boolean): string {
  const mark = wakes ? 'changed = dirty = 1;' : 'changed = 1;';
  const turned = `if (v${index} !== truth${index} && v${index} !== 2) {
truth${index} = v${index}; thresholds.turn(${index}, v${index}, t); ${mark}
}`;
  if (!isDelayed(threshold)) return turned;
  return `${turned}\nif (deadlines[${index}] <= t) { thresholds.expire(${index}, t); ${mark} }`;
}

const SETTLE = 'if (changed === 1) { thresholds.settle(t); changed = 0; }';

function storeThresholds(texts: readonly Text[]): string {
  const answered = texts.map((_, index) => `v${index} !== 2`).join(' || ') || 'false';
  return `if (steps > 0) { thresholds.lastEvaluated = last; thresholds.calculated = ${answered}; }`;
}

const DECLARE_OUTPUT =
  'const output = run.output; let outTimes = output.times, outValues = output.values, outCount = output.count;';

const STORE = `if (v0 === v0) {
if (outCount === outTimes.length) { output.grow(); outTimes = output.times; outValues = output.values; }
outTimes[outCount] = t; outValues[outCount] = v0 + 0; outCount += 1;
}`;
