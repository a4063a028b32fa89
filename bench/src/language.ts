import {
  type Blocks,
  compileProtection,
  createProtectionEvaluator,
  type InputDefinition,
  type ProtectionProgram,
} from '@twinward/domain/evaluation';
import { MINUTE, meter, services, temperature } from './language/data.ts';
import * as loops from './language/loops.ts';
import type { BenchRow } from './row.ts';

/** Each program takes at most three times as long as the hand-written loop; the geometric mean is at most two. */
const TARGET_EACH = 1 / 3;
const TARGET_MEAN = 1 / 2;

export interface Case {
  name: string;
  inputs: InputDefinition[];
  logic: string[];
  blocks: Blocks;
  loop: () => loops.Excursions[];
}

/** Measures eight programs over five years of minutes, each against a hand-written loop. */
export async function languageBench(): Promise<BenchRow[]> {
  const rows = cases().map((one) => measure(one));
  const mean = Math.exp(rows.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / rows.length);
  const perMean = rows.reduce((sum, { value }) => sum + value, 0) / rows.length;
  const peerMean = rows.reduce((sum, { peerValue }) => sum + peerValue, 0) / rows.length;
  return [
    ...rows,
    {
      name: 'language: all eight programs, geometric mean of the ratios',
      value: perMean,
      unit: 'ns/step',
      peer: 'hand-written loops',
      peerValue: peerMean,
      ratio: mean,
      target: TARGET_MEAN,
    },
    measure(withParameter()),
    measure(manyWindows(), null),
    compileRow(),
  ];
}

/** Eight programs over five years of minutes. */
export function cases(): Case[] {
  const a = temperature(1);
  const b = temperature(2);
  const hours = meter();
  const work = services();
  const data: InputDefinition = { alias: 'A', type: 'data_point' };
  const one = { inputs: [data], blocks: new Map([['A', a]]) };
  return [
    { name: 'comparison', ...one, logic: ['[A] > 85'], loop: () => loops.comparison(a) },
    {
      name: 'two tags AND',
      inputs: [data, { alias: 'B', type: 'data_point' }],
      blocks: new Map([
        ['A', a],
        ['B', b],
      ]),
      logic: ['[A] > 80 AND [B] < 75'],
      loop: () => loops.twoTags(a, b),
    },
    { name: 'mean over a day', ...one, logic: ['AVERAGE([A], #1d) > 75.000003'], loop: () => loops.mean(a) },
    {
      name: 'deviation and maximum over a day',
      ...one,
      logic: ['STDDEV([A], #1d) > 4.2 AND MAX([A], #1d) > 80'],
      loop: () => loops.deviationAndMaximum(a),
    },
    {
      name: 'TREND fit over a week',
      ...one,
      logic: ['TREND([A], INCREASING_FIT, #7d)'],
      loop: () => loops.fit(a),
    },
    {
      name: 'nested if with variables',
      ...one,
      logic: [
        `NUMBER limit = 80
NUMBER excess = [A] - limit
BOOL hot
IF ([A] > 75) {
  excess = excess * 2 + 1
  IF (excess > 12) { hot = TRUE } ELSE { limit = 78 }
} ELSEIF ([A] < 60) { limit = 55 }
IF (hot) { RETURN TRUE }
ELSEIF (limit < 60) { RETURN [A] < limit }
ELSE { RETURN [A] * 1.05 > limit + 8 }`,
      ],
      loop: () => loops.nestedIf(a),
    },
    {
      name: 'excursion count over 30 days',
      ...one,
      logic: ['[A] > 85', 'EXCURSIONCOUNT("0", #30d) >= 200'],
      loop: () => loops.excursionCount(a),
    },
    {
      name: 'counter',
      inputs: [
        {
          alias: 'Hours',
          type: 'data_point',
          settings: { intervalType: 'counter', counterInterval: 20_000, counterStart: 0 },
        },
        { alias: 'Service', type: 'work' },
      ],
      blocks: new Map([
        ['Hours', hours],
        ['Service', work],
      ]),
      logic: ['COUNTER([Hours]) >= 18000'],
      loop: () => loops.counter(hours, work),
    },
  ];
}

/** A comparison with a parameter as limit, which must be as fast as a constant. */
function withParameter(): Case {
  const block = temperature(1);
  return {
    name: 'comparison with a parameter',
    inputs: [{ alias: 'A', type: 'data_point' }],
    blocks: new Map([['A', block]]),
    logic: ['[A] > {trip}'],
    loop: () => loops.comparison(block),
  };
}

/** 160 windows over one input in four thresholds, over a part of the points. */
function manyWindows(): Case {
  const block = { ...temperature(1), length: 50_000 };
  const groups = [0, 1, 2, 3].map((group) => Array.from({ length: 40 }, (_, i) => 10 + 4 * i + group));
  return {
    name: '160 windows over one tag',
    inputs: [{ alias: 'A', type: 'data_point' }],
    blocks: new Map([['A', block]]),
    logic: groups.map(
      (lengths) =>
        `(${lengths.map((length) => `AVERAGE([A], #${length}m)`).join(' + ')}) / ${lengths.length} > 75.000003`,
    ),
    loop: () =>
      loops.manyMeans(
        block,
        groups.map((lengths) => lengths.map((length) => length * MINUTE)),
      ),
  };
}

function compiled(inputs: InputDefinition[], logic: readonly string[]): ProtectionProgram {
  const thresholds = logic.map((text, index) => ({
    id: String(index),
    name: String(index),
    logic: text,
    level: null,
  }));
  const parameters = [{ name: 'trip', kind: 'number' as const, value: 85 }];
  const definition = { type: 'condition' as const, defaultLevel: 0, inputs, thresholds, parameters };
  const result = compileProtection(definition);
  if (!result.ok) throw new Error(result.errors[0]!.message);
  return result.program;
}

/** Number of runs of each side: continues until no minimum time has decreased for a while. */
const LEAST_RUNS = 15;
const MOST_RUNS = 80;

function measure({ name, inputs, logic, blocks, loop }: Case, target: number | null = TARGET_EACH): BenchRow {
  const program = compiled(inputs, logic);
  const until = Math.max(...[...blocks.values()].map(({ times, length }) => times[length - 1]!));
  const run = () => createProtectionEvaluator(program).advance(blocks, until);
  assertSame(name, run(), loop());
  // The minimum is the time of the code itself. Longer times include other work of the machine.
  let ours = Number.POSITIVE_INFINITY;
  let peer = Number.POSITIVE_INFINITY;
  let unchanged = 0;
  for (let index = 0; index < MOST_RUNS && unchanged < LEAST_RUNS; index++) {
    const times = { ours: timed(run), peer: timed(loop) };
    unchanged = times.ours < ours * 0.99 || times.peer < peer * 0.99 ? 0 : unchanged + 1;
    ours = Math.min(ours, times.ours);
    peer = Math.min(peer, times.peer);
  }
  const steps = Math.max(...[...blocks.values()].map(({ length }) => length));
  const value = (ours * 1e6) / steps;
  const peerValue = (peer * 1e6) / steps;
  return {
    name: `language: ${name}`,
    value,
    unit: 'ns/step',
    peer: 'hand-written loop',
    peerValue,
    ratio: peerValue / value,
    target,
  };
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

/** Fails if the peer finds different excursions, because it then does different work. */
function assertSame(
  name: string,
  { excursions }: ReturnType<ReturnType<typeof createProtectionEvaluator>['advance']>,
  expected: readonly loops.Excursions[],
): void {
  const ends = expected.map(() => new Map<number, number | null>());
  for (const { threshold, start, end } of excursions) ends[threshold]!.set(start, end);
  expected.forEach(({ list }, index) => {
    const found = [...ends[index]!].map(([start, end]) => ({ start, end }));
    const at = list.findIndex(({ start, end }, i) => found[i]?.start !== start || found[i]?.end !== end);
    if (at >= 0 || found.length !== list.length || list.length < 10) {
      const detail = JSON.stringify({ expected: list[at], found: found[at] });
      throw new Error(`${name}: threshold ${index}: ${found.length} of ${list.length} excursions, ${detail}`);
    }
  });
}

/** Measures checking and compiling a program of 200 lines, against compiling equivalent JavaScript. */
function compileRow(): BenchRow {
  const lines = Array.from(
    { length: 200 },
    (_, i) => `IF ([A] > ${i} AND AVERAGE([A], #${(i % 5) + 1}h) < ${i * 2}) { x = x + ${i} * [A] }`,
  );
  const text = ['NUMBER x = 0', ...lines, 'RETURN x > 5'].join('\n');
  const script = lines.map((_, i) => `if (a > ${i} && m${i % 5} < ${i * 2}) { x = x + ${i} * a }`).join('\n');
  const input: InputDefinition = { alias: 'A', type: 'data_point' };
  const ours = median(Array.from({ length: 20 }, () => timed(() => compiled([input], [text]))));
  const peer = median(
    Array.from({ length: 20 }, (_, run) =>
      timed(() =>
        new Function('a', 'm0', 'm1', 'm2', 'm3', 'm4', `let x = ${run};\n${script}\nreturn x > 5`)(
          1,
          1,
          1,
          1,
          1,
          1,
        ),
      ),
    ),
  );
  return {
    name: 'language: compile a program of 200 lines',
    value: ours,
    unit: 'ms',
    peer: 'JavaScript compiles its like',
    peerValue: peer,
    ratio: peer / ours,
    target: null,
  };
}
