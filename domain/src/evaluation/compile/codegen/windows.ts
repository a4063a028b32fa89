import type { Statistic, TrendKind } from '../../../language/ast.ts';
import type { WindowState } from '../runtime.ts';
import type { Code } from './code.ts';
import type { Plan, WindowNeeds, WindowPlan } from './plan.ts';

/** Fields of a `Window` that the generated code keeps in local variables, by what needs them. */
const FIELDS: readonly (readonly [
  field: keyof WindowState,
  local: string,
  need: keyof WindowNeeds | null,
])[] = [
  ['end', 'End', null],
  ['olderTimes', 'OlderTimes', null],
  ['olderCount', 'OlderCount', null],
  ['head', 'Head', null],
  ['newerTimes', 'NewerTimes', null],
  ['newerValues', 'NewerValues', null],
  ['newerCount', 'NewerCount', null],
  ['olderValues', 'OlderValues', 'steps'],
  ['lastFall', 'LastFall', 'steps'],
  ['lastRise', 'LastRise', 'steps'],
  ['olderAnchor', 'OlderAnchor', 'sums'],
  ['anchor', 'Anchor', 'sums'],
  ['shift', 'Shift', 'sums'],
  ['sum', 'Sum', 'sums'],
  ['suffixSums', 'SuffixSums', 'sums'],
  ['squares', 'Squares', 'squares'],
  ['suffixSquares', 'SuffixSquares', 'squares'],
  ['maximum', 'Maximum', 'maximum'],
  ['suffixMaxima', 'SuffixMaxima', 'maximum'],
  ['minimum', 'Minimum', 'minimum'],
  ['suffixMinima', 'SuffixMinima', 'minimum'],
  ['timeSum', 'TimeSum', 'fit'],
  ['product', 'Product', 'fit'],
  ['suffixTimes', 'SuffixTimes', 'fit'],
  ['suffixProducts', 'SuffixProducts', 'fit'],
];

/** What changes from point to point and so must be written back. */
const WRITTEN: ReadonlySet<keyof WindowState> = new Set([
  'head',
  'newerCount',
  'lastFall',
  'lastRise',
  'anchor',
  'shift',
  'sum',
  'squares',
  'maximum',
  'minimum',
  'timeSum',
  'product',
]);

function fieldsOf(window: WindowPlan) {
  return FIELDS.filter(([, , need]) => need === null || window.needs[need]);
}

/** The beginning of a run: the window's fields become local variables. */
export function declareWindow(window: WindowPlan, index: number): string {
  const fields = fieldsOf(window).map(([field, local]) => `w${index}${local} = window${index}.${field}`);
  return `const window${index} = run.windows[${index}];\nlet ${fields.join(', ')};`;
}

/** The end of a run. */
export function storeWindow(window: WindowPlan, index: number): string {
  return fieldsOf(window)
    .filter(([field]) => WRITTEN.has(field))
    .map(([field, local]) => `window${index}.${field} = w${index}${local};`)
    .join('\n');
}

/** Before anything happens at `t`: where t lies beyond the newer block, the blocks move on. */
export function turnWindow(window: WindowPlan, index: number): string {
  const reload = fieldsOf(window).map(([field, local]) => `w${index}${local} = window${index}.${field};`);
  return `if (t >= w${index}End) {
window${index}.newerCount = w${index}NewerCount;
${window.needs.steps ? `window${index}.lastFall = w${index}LastFall; window${index}.lastRise = w${index}LastRise;` : ''}
window${index}.turn(t);
${reload.join('\n')}
}`;
}

/** Takes in the point (t, x); the input's value and time are still those of the point before. */
export function pushPoint(window: WindowPlan, index: number): string {
  const w = `w${index}`;
  const { needs } = window;
  const lines = [
    `if (${w}NewerCount + 1 === ${w}NewerTimes.length) {`,
    `window${index}.grow();`,
    `${w}NewerTimes = window${index}.newerTimes; ${w}NewerValues = window${index}.newerValues;`,
    '}',
    `${w}NewerTimes[${w}NewerCount] = t;`,
    `${w}NewerValues[${w}NewerCount] = x;`,
  ];
  if (needs.sums) {
    lines.push(`if (${w}NewerCount === 0) { ${w}Anchor = x; ${w}Shift = ${w}OlderAnchor - x; }`);
    lines.push(`const ${w}d = x - ${w}Anchor;`, `${w}Sum += ${w}d;`);
  }
  lines.push(`${w}NewerCount += 1;`);
  if (needs.squares) lines.push(`${w}Squares += ${w}d * ${w}d;`);
  if (needs.maximum) lines.push(`if (x > ${w}Maximum) ${w}Maximum = x;`);
  if (needs.minimum) lines.push(`if (x < ${w}Minimum) ${w}Minimum = x;`);
  if (needs.steps) {
    const { input } = window;
    lines.push(
      `if (x < x${input}) ${w}LastFall = l${input}; else if (x > x${input}) ${w}LastRise = l${input};`,
    );
  }
  if (needs.fit) {
    lines.push(`const ${w}e = t - (${w}End - ${window.length});`);
    lines.push(`${w}TimeSum += ${w}e;`, `${w}Product += ${w}e * ${w}d;`);
  }
  return lines.join('\n');
}

/** Lets points leave, and keeps how many of the older block and of both are inside. */
function countPoints(code: Code, window: WindowPlan, index: number): { older: string; all: string } {
  const w = `w${index}`;
  code.line(`while (${w}OlderTimes[${w}Head] <= t - ${window.length}) ${w}Head += 1;`);
  const older = code.keep(`${w}OlderCount - ${w}Head`);
  return { older, all: code.keep(`${older} + ${w}NewerCount`) };
}

/** From the older block's anchor to the newer one's; nothing where no older point is left, though it be infinite. */
function shiftOf(code: Code, index: number, older: string): string {
  return code.keep(`${older} === 0 ? 0 : w${index}Shift`);
}

/**
 * The mean, extreme or sample deviation over the window. Where it holds too few points the answer is not finite:
 * 0 / 0, or the infinity that an empty extreme starts from.
 */
export function windowStatistic(
  code: Code,
  plan: Plan,
  input: number,
  length: number,
  statistic: Statistic,
): string {
  const index = plan.window(input, length);
  const window = plan.windows[index]!;
  const w = `w${index}`;
  const { older, all } = countPoints(code, window, index);
  switch (statistic) {
    case 'AVERAGE': {
      window.needs.sums = true;
      const sum = `${w}Sum + ${w}SuffixSums[${w}Head] + ${older} * ${shiftOf(code, index, older)}`;
      return code.keep(`${w}Anchor + (${sum}) / ${all}`);
    }
    case 'STDDEV': {
      window.needs.sums = true;
      window.needs.squares = true;
      const suffix = code.keep(`${w}SuffixSums[${w}Head]`);
      const shift = shiftOf(code, index, older);
      const moved = code.keep(`${older} * ${shift}`);
      const sum = code.keep(`${w}Sum + ${suffix} + ${moved}`);
      const squares = `${w}Squares + ${w}SuffixSquares[${w}Head] + ${shift} * (2 * ${suffix} + ${moved})`;
      const deviations = code.keep(`${squares} - ${sum} * ${sum} / ${all}`);
      // Rounding alone can leave less than nothing.
      return code.keep(`${all} < 2 ? NaN : ${deviations} < 0 ? 0 : Math.sqrt(${deviations} / (${all} - 1))`);
    }
    case 'MAX':
    case 'MIN': {
      const maximum = statistic === 'MAX';
      window.needs[maximum ? 'maximum' : 'minimum'] = true;
      const newer = maximum ? `${w}Maximum` : `${w}Minimum`;
      const suffix = code.keep(`${w}${maximum ? 'SuffixMaxima' : 'SuffixMinima'}[${w}Head]`);
      return code.keep(`${suffix} ${maximum ? '>' : '<'} ${newer} ? ${suffix} : ${newer}`);
    }
  }
}

/** 1, 0, or 2 (unknown) below two points. */
export function windowTrend(code: Code, plan: Plan, input: number, length: number, kind: TrendKind): string {
  const index = plan.window(input, length);
  const window = plan.windows[index]!;
  const w = `w${index}`;
  const { older, all } = countPoints(code, window, index);
  const rising = kind === 'INCREASING' || kind === 'INCREASING_FIT';
  if (kind === 'INCREASING' || kind === 'DECREASING') {
    window.needs.steps = true;
    plan.inputs[input]!.latestTime = true;
    const first = code.keep(`${older} > 0 ? ${w}OlderValues[${w}Head] : ${w}NewerValues[0]`);
    const against = rising ? `${w}LastFall` : `${w}LastRise`;
    const ahead = rising ? `x${input} > ${first}` : `x${input} < ${first}`;
    return code.keep(`${all} < 2 ? 2 : ${against} <= t - ${length} && ${ahead} ? 1 : 0`);
  }
  window.needs.sums = true;
  window.needs.fit = true;
  const times = code.keep(`${w}TimeSum + ${w}SuffixTimes[${w}Head]`);
  const shift = shiftOf(code, index, older);
  const values = code.keep(`${w}Sum + ${w}SuffixSums[${w}Head] + ${older} * ${shift}`);
  const products = `${w}Product + ${w}SuffixProducts[${w}Head] + ${shift} * ${w}SuffixTimes[${w}Head]`;
  // The slope has the sign of n * sum(t x) - sum(t) sum(x); a difference that rounding alone can make is none.
  const left = code.keep(`${all} * (${products})`);
  const right = code.keep(`${times} * ${values}`);
  const least = `1e-15 * (Math.abs(${left}) + Math.abs(${right}))`;
  const slope = rising ? `${left} - ${right}` : `${right} - ${left}`;
  return code.keep(`${all} < 2 ? 2 : ${slope} > ${least} ? 1 : 0`);
}
