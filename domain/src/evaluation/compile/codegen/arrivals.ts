import type { Plan, Register } from './plan.ts';

/**
 * The registers of input n, kept from step to step: x value; l, p, f times of the latest, previous and first
 * arrival; c their count; g start of INTERVAL for an activity's work; k the grid point satisfied last; o the
 * sum of counter resets; b the reading that COUNTER starts from; e completions before any reading; r, q, s
 * readings at the latest, previous and first completion; n their count.
 */
export function listRegisters(plan: Plan): Register[] {
  const registers: Register[] = [];
  const add = (name: string, initial = Number.NaN) => registers.push({ name, initial });
  plan.inputs.forEach((input, index) => {
    if (input.definition.type === 'data_point') add(`x${index}`);
    if (input.latestTime) add(`l${index}`);
    if (input.gaps) {
      add(`p${index}`);
      add(`f${index}`);
      add(`c${index}`, 0);
    }
    if (countsFromStart(plan, index)) add(`g${index}`, plan.activityStart!);
    if (plan.isFixed(index)) add(`k${index}`, 0);
    if (!input.counter) return;
    add(`o${index}`, 0);
    add(`b${index}`, counterStart(plan, index));
    add(`e${index}`, 0);
    if (!input.counterGaps) return;
    add(`r${index}`);
    add(`q${index}`);
    add(`s${index}`);
    add(`n${index}`, 0);
  });
  if (plan.usesPatterns) add(`x${plan.inputs.length}`);
  return registers;
}

function countsFromStart(plan: Plan, input: number): boolean {
  return plan.activityStart !== null && plan.inputs[input]!.definition.type === 'work';
}

function counterStart(plan: Plan, input: number): number {
  return plan.inputs[input]!.definition.settings?.counterStart ?? 0;
}

export function declareRegisters(plan: Plan): string {
  return plan.registers.map(({ name }, index) => `let ${name} = registers[${index}];`).join('\n');
}

export function storeRegisters(plan: Plan): string {
  return plan.registers.map(({ name }, index) => `registers[${index}] = ${name};`).join('\n');
}

/**
 * Declares the variables for the input's columns; `next` is the time of the next arrival, kept unless this is
 * the only input.
 */
export function declareInput(input: number, alone: boolean): string {
  const columns = `const times${input} = run.times[${input}], values${input} = run.values[${input}], end${input} = run.ends[${input}];
let at${input} = run.starts[${input}];`;
  return alone ? columns : `${columns}\nlet ${readNext(input)}`;
}

function readNext(input: number): string {
  return `next${input} = at${input} < end${input} ? times${input}[at${input}] : Infinity;`;
}

export function storeInput(input: number): string {
  return `run.starts[${input}] = at${input};`;
}

/** Processes the input's point or completed work at `t`. */
export function generateArrival(plan: Plan, input: number, wakes: boolean, alone: boolean): string {
  const advance = `at${input} += 1;${alone ? '' : ` ${readNext(input)}`}`;
  if (input === plan.inputs.length) {
    return `if (next${input} === t) { x${input} = values${input}[at${input}]; ${advance} }`;
  }
  const of = plan.inputs[input]!;
  const lines: string[] = [];
  if (of.definition.type === 'data_point') {
    lines.push(alone ? '{' : `if (next${input} === t) {`, `x = values${input}[at${input}];`, advance);
    if (of.counter) lines.push(readCounter(plan, input));
    lines.push(`x${input} = x;`, storeTime(plan, input));
  } else {
    // Work may be completed twice in the same millisecond.
    lines.push(`while (next${input} === t) {`, advance, storeTime(plan, input));
    if (countsFromStart(plan, input)) lines.push(satisfy(plan, input));
    if (plan.work === input) {
      plan.inputs.forEach((other, index) => {
        if (!other.counter) return;
        lines.push(`if (x${index} === x${index}) { ${complete(plan, index)} } else e${index} += 1;`);
      });
    }
  }
  if (wakes && of.movesClock) lines.push('dirty = 1;');
  lines.push('}');
  return lines.join('\n');
}

function storeTime(plan: Plan, input: number): string {
  const { latestTime, gaps } = plan.inputs[input]!;
  const counted = `p${input} = l${input}; if (c${input} === 0) f${input} = t; c${input} += 1;`;
  return `${gaps ? counted : ''}${latestTime ? ` l${input} = t;` : ''}`;
}

/**
 * Work of an activity: the start of its next interval. With a fixed plan, work before the plan's start does not count.
 */
function satisfy(plan: Plan, input: number): string {
  if (!plan.isFixed(input)) return `g${input} = t;`;
  return `if (t >= ${plan.activityStart}) {
k${input} = run.grids[${input}].nearest(k${input}, t); g${input} = run.grids[${input}].at(k${input});
}`;
}

/** Processes a reading x: a fall is a meter reset and adds nothing. */
function readCounter(plan: Plan, input: number): string {
  const start = counterStart(plan, input);
  return `if (x${input} !== x${input}) {
if (x < ${start}) o${input} = ${start} - x;
x${input} = x;
for (; e${input} > 0; e${input} -= 1) { ${complete(plan, input)} }
} else if (x < x${input}) o${input} += x${input} - x;`;
}

/** Processes the counter's reading at a completion. */
function complete(plan: Plan, input: number): string {
  const reading = `x${input} + o${input}`;
  const gaps = `q${input} = r${input}; r${input} = ${reading}; if (n${input} === 0) s${input} = r${input}; n${input} += 1;`;
  const base = plan.isFixed(input)
    ? `k${input} = run.grids[${input}].nearest(k${input}, ${reading}); b${input} = run.grids[${input}].at(k${input});`
    : `b${input} = ${reading};`;
  return plan.inputs[input]!.counterGaps ? `${gaps} ${base}` : base;
}
