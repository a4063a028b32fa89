import type { Expression, Statistic, TrendKind } from '../../../language/ast.ts';
import type { WindowState } from '../runtime.ts';
import { Code } from './code.ts';
import type { Plan, WindowNeeds } from './plan.ts';
import type { AliasMap } from './sharing.ts';

/** A function over a window. */
type WindowFunction = Statistic | TrendKind;

/** The aggregates that each window function needs. */
const NEEDS: Readonly<Record<WindowFunction, readonly (keyof WindowNeeds)[]>> = {
  AVERAGE: ['sums'],
  STDDEV: ['sums', 'squares'],
  MAX: ['maximum'],
  MIN: ['minimum'],
  INCREASING: ['steps'],
  DECREASING: ['steps'],
  INCREASING_FIT: ['sums', 'fit'],
  DECREASING_FIT: ['sums', 'fit'],
};

type Field = Exclude<keyof WindowState, 'column' | 'length' | 'enterBlock'>;

/** The window fields that generated code uses, with the aggregate that requires them. */
const FIELDS: readonly (readonly [field: Field, need: keyof WindowNeeds | null])[] = [
  ['end', null],
  ['olderStart', null],
  ['newerStart', null],
  ['head', null],
  ['next', null],
  ['olderAnchor', 'sums'],
  ['anchor', 'sums'],
  ['anchorShift', 'sums'],
  ['sum', 'sums'],
  ['suffixSums', 'sums'],
  ['squares', 'squares'],
  ['suffixSquares', 'squares'],
  ['maximum', 'maximum'],
  ['suffixMaxima', 'maximum'],
  ['minimum', 'minimum'],
  ['suffixMinima', 'minimum'],
  ['lastFall', 'steps'],
  ['lastRise', 'steps'],
  ['timeSum', 'fit'],
  ['product', 'fit'],
  ['suffixTimes', 'fit'],
  ['suffixProducts', 'fit'],
];

/** Fields that only `enterBlock` changes. */
const CONSTANT: ReadonlySet<Field> = new Set<Field>([
  'end',
  'olderStart',
  'newerStart',
  'olderAnchor',
  'suffixSums',
  'suffixSquares',
  'suffixMaxima',
  'suffixMinima',
  'suffixTimes',
  'suffixProducts',
]);

/** The names of a window's parts in generated code. */
interface Names {
  readonly window: string;
  readonly length: string;
  readonly times: string;
  readonly values: string;
  /** The number of points at or before t. */
  readonly count: string;
  readonly field: (field: Field) => string;
  /** Code that writes the fields to the window, and that reads them; empty if they are used in place. */
  readonly save: string;
  readonly load: string;
}

/** Registers the windows of an expression with the aggregates they need; called before compilation. */
export function planWindow(plan: Plan, expression: Expression, aliases: AliasMap): void {
  if (expression.kind !== 'window-statistic' && expression.kind !== 'trend') return;
  const input = aliases[expression.alias]!;
  const window = plan.windows[plan.window(input, expression.window)]!;
  const name = expression.kind === 'trend' ? expression.trend : expression.statistic;
  for (const need of NEEDS[name]) window.needs[need] = true;
  // Saved states have a register for the latest time of these inputs.
  if (window.needs.steps) plan.inputs[input]!.latestTime = true;
}

/**
 * Windows beyond this number are compiled to calls: a loop with all of them in variables is too large for the
 * optimizer.
 */
const MOST_INLINE = 8;

/**
 * Compiles functions over windows. The same code moves a window and computes its values in two forms: inline,
 * with local variables of the loop, or, in a program of many windows, in functions that all windows with
 * equal needs share.
 */
export class WindowCompiler {
  private readonly plan: Plan;
  private readonly isInline: boolean;
  /** Sources of functions of (w, t, n), by what they compute. */
  private readonly functions = new Map<string, { name: string; source: string }>();

  constructor(plan: Plan) {
    this.plan = plan;
    this.isInline = plan.windows.length <= MOST_INLINE;
  }

  /**
   * The value at `t`: a number, not finite if there are too few points, or a trend as 0, 1 or 2 (unknown).
   */
  value(code: Code, input: number, length: number, name: WindowFunction): string {
    const index = this.plan.window(input, length);
    if (this.isInline) return valueCode(code, this.inlineNames(index), name);
    return code.declare(`${this.getFunction(index, name)}(window${index}, t, at${input})`);
  }

  /** Declarations for the start of the loop's function; call it after everything is compiled. */
  declare(): string {
    const windows = this.plan.windows.map((_, index) => {
      const { field, window } = this.inlineNames(index);
      const variables = this.fields(index).map((name) => `${field(name)} = ${window}.${name}`);
      const declared = `const ${window} = run.windows[${index}];`;
      return this.isInline ? `${declared}\nlet ${variables.join(', ')};` : declared;
    });
    return [...Array.from(this.functions.values(), ({ source }) => source), ...windows].join('\n');
  }

  /** Moves the inline windows to `t`, after the points at t were read. */
  move(): string {
    if (!this.isInline) return '';
    return this.plan.windows
      .map(({ needs }, index) => `{\n${moveCode(this.inlineNames(index), needs)}\n}`)
      .join('\n');
  }

  /** Stores the inline windows at the end of the loop's function. */
  store(): string {
    if (!this.isInline) return '';
    return this.plan.windows.map((_, index) => this.inlineNames(index).save).join('\n');
  }

  private fields(index: number): Field[] {
    const { needs } = this.plan.windows[index]!;
    return FIELDS.flatMap(([field, need]) => (need === null || needs[need] ? [field] : []));
  }

  private inlineNames(index: number): Names {
    const { input, length } = this.plan.windows[index]!;
    const window = `window${index}`;
    const field = (name: Field) => `w${index}${name}`;
    const fields = this.fields(index);
    return {
      window,
      length: String(length),
      times: `times${input}`,
      values: `values${input}`,
      count: `at${input}`,
      field,
      save: fields
        .filter((name) => !CONSTANT.has(name))
        .map((name) => `${window}.${name} = ${field(name)};`)
        .join(' '),
      load: fields.map((name) => `${field(name)} = ${window}.${name};`).join(' '),
    };
  }

  private getFunction(index: number, name: WindowFunction): string {
    const { needs } = this.plan.windows[index]!;
    const key = `${name} ${JSON.stringify(needs)}`;
    let found = this.functions.get(key);
    if (!found) {
      found = { name: `fold${this.functions.size}`, source: '' };
      const code = new Code();
      code.line('const times = w.column.times, values = w.column.values;');
      code.line(moveCode(OF_WINDOW, needs));
      const value = valueCode(code, OF_WINDOW, name);
      found.source = `function ${found.name}(w, t, n) {\n${code}\nreturn ${value};\n}`;
      this.functions.set(key, found);
    }
    return found.name;
  }
}

const OF_WINDOW: Names = {
  window: 'w',
  length: 'w.length',
  times: 'times',
  values: 'values',
  count: 'n',
  field: (field) => `w.${field}`,
  save: '',
  load: '',
};

/** Adds the new points up to `t`, and removes those up to t - length. */
function moveCode(
  { window, length, times, values, count, field, save, load }: Names,
  needs: WindowNeeds,
): string {
  const [next, head, anchor] = [field('next'), field('head'), field('anchor')];
  const lines = [`const y = ${values}[${next}];`];
  if (needs.sums) lines.push(`const d = y - ${anchor};`, `${field('sum')} += d;`);
  if (needs.squares) lines.push(`${field('squares')} += d * d;`);
  if (needs.maximum) lines.push(`if (y > ${field('maximum')}) ${field('maximum')} = y;`);
  if (needs.minimum) lines.push(`if (y < ${field('minimum')}) ${field('minimum')} = y;`);
  if (needs.steps) {
    lines.push(
      `if (${next} > 0) {`,
      `if (y < ${values}[${next} - 1]) ${field('lastFall')} = ${times}[${next} - 1];`,
      `else if (y > ${values}[${next} - 1]) ${field('lastRise')} = ${times}[${next} - 1];`,
      '}',
    );
  }
  if (needs.fit) {
    lines.push(`const e = ${times}[${next}] - (${field('end')} - ${length});`);
    lines.push(`${field('timeSum')} += e;`, `${field('product')} += e * d;`);
  }
  const first = `if (${next} === ${field('newerStart')}) { ${anchor} = ${values}[${next}]; ${field('anchorShift')} = ${field('olderAnchor')} - ${anchor}; }`;
  return `if (t >= ${field('end')}) { ${save} ${window}.enterBlock(t, ${count}); ${load} }
if (${next} < ${count}) {
${needs.sums ? first : ''}
do {
${lines.join('\n')}
${next} += 1;
} while (${next} < ${count});
}
while (${times}[${head}] <= t - ${length}) ${head} += 1;`;
}

/** The value of a window that was moved to `t`. */
function valueCode(code: Code, names: Names, name: WindowFunction): string {
  const { field, count, values } = names;
  const head = field('head');
  const older = code.declare(`${field('newerStart')} - ${head}`);
  const all = code.declare(`${count} - ${head}`);
  const suffix = (array: Field) => code.declare(`${field(array)}[${head} - ${field('olderStart')}]`);
  // From the older block's anchor to the newer one's; 0 without older points, even if the shift is infinite.
  const declareShift = () => code.declare(`${older} === 0 ? 0 : ${field('anchorShift')}`);
  switch (name) {
    case 'AVERAGE':
      return code.declare(
        `${field('anchor')} + (${field('sum')} + ${suffix('suffixSums')} + ${older} * ${declareShift()}) / ${all}`,
      );
    case 'STDDEV': {
      const sums = suffix('suffixSums');
      const shift = declareShift();
      const moved = code.declare(`${older} * ${shift}`);
      const sum = code.declare(`${field('sum')} + ${sums} + ${moved}`);
      const squares = `${field('squares')} + ${suffix('suffixSquares')} + ${shift} * (2 * ${sums} + ${moved})`;
      const deviations = code.declare(`${squares} - ${sum} * ${sum} / ${all}`);
      // Rounding errors may make the sum negative.
      return code.declare(
        `${all} < 2 ? NaN : ${deviations} < 0 ? 0 : Math.sqrt(${deviations} / (${all} - 1))`,
      );
    }
    case 'MAX': {
      const extreme = suffix('suffixMaxima');
      return code.declare(`${extreme} > ${field('maximum')} ? ${extreme} : ${field('maximum')}`);
    }
    case 'MIN': {
      const extreme = suffix('suffixMinima');
      return code.declare(`${extreme} < ${field('minimum')} ? ${extreme} : ${field('minimum')}`);
    }
    case 'INCREASING':
    case 'DECREASING': {
      const [against, sign] =
        name === 'INCREASING' ? (['lastFall', '>'] as const) : (['lastRise', '<'] as const);
      const ahead = `${values}[${count} - 1] ${sign} ${values}[${head}]`;
      return code.declare(`${all} < 2 ? 2 : ${field(against)} <= t - ${names.length} && ${ahead} ? 1 : 0`);
    }
    case 'INCREASING_FIT':
    case 'DECREASING_FIT': {
      const olderTimes = suffix('suffixTimes');
      const shift = declareShift();
      const times = code.declare(`${field('timeSum')} + ${olderTimes}`);
      const sums = code.declare(`${field('sum')} + ${suffix('suffixSums')} + ${older} * ${shift}`);
      const products = `${field('product')} + ${suffix('suffixProducts')} + ${shift} * ${olderTimes}`;
      // The slope has the sign of n * sum(t x) - sum(t) sum(x), unless the difference is within rounding
      // error.
      const left = code.declare(`${all} * (${products})`);
      const right = code.declare(`${times} * ${sums}`);
      const least = `1e-15 * (Math.abs(${left}) + Math.abs(${right}))`;
      const slope = name === 'INCREASING_FIT' ? `${left} - ${right}` : `${right} - ${left}`;
      return code.declare(`${all} < 2 ? 2 : ${slope} > ${least} ? 1 : 0`);
    }
  }
}
