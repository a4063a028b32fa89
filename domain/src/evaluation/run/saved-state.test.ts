import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileCalculatedTag, compileProtection } from '../compile/compile.ts';
import type { ProtectionDefinition } from '../model/definition.ts';
import { type Blocks, type PointBlock, pointsBetween } from '../model/points.ts';
import type { EvaluationState } from '../model/state.ts';
import { createCalculatedEvaluator } from './calculated-evaluator.ts';
import { createProtectionEvaluator } from './protection-evaluator.ts';

/** Written by version 0.1.0: states at `time`, and the results up to `until` or `calculatedUntil`. */
interface Saved {
  readonly time: number;
  readonly until: number;
  readonly calculatedUntil: number;
  readonly protections: readonly {
    readonly definition: ProtectionDefinition;
    readonly state: EvaluationState;
    readonly excursions: readonly unknown[];
    readonly levels: readonly unknown[];
    readonly nextChange: number | null;
  }[];
  readonly calculations: readonly {
    readonly text: string;
    readonly state: EvaluationState;
    readonly values: readonly number[];
  }[];
}

const saved = JSON.parse(readFileSync(new URL('saved-states-0.1.0.json', import.meta.url), 'utf8')) as Saved;

const MINUTE = 60_000;

/** Irregular times, and values from two waves; the same in every run. */
function points(seed: number): PointBlock {
  const length = 3000;
  const times = new Float64Array(length);
  const values = new Float64Array(length);
  let state = seed;
  let time = Date.UTC(2024, 0, 1);
  for (let index = 0; index < length; index++) {
    state = (state * 48_271) % 2_147_483_647;
    time += (1 + (state % 9)) * MINUTE;
    times[index] = time;
    const wave = ((index * 7) % 200) / 10 + ((index * 3) % 1100) / 50;
    values[index] = Math.round((60 + wave + (state % 100) / 25) * 100) / 100;
  }
  return { times, values, length };
}

const blocks: Blocks = new Map([
  ['A', points(1)],
  ['B', points(2)],
  ['Hours', { ...points(3), values: points(3).values.map((_, index) => (index % 1300) * 2) }],
  ['Service', pointsBetween(points(4), 0, Date.UTC(2024, 0, 5))],
]);

function selectHistory(
  inputs: readonly { readonly alias: string; readonly window: number }[],
  time: number,
): Blocks {
  return new Map(
    inputs.map(({ alias, window }) => [alias, pointsBetween(blocks.get(alias)!, time - window, time)]),
  );
}

test.each(saved.protections)('a protection resumes from a state of version 0.1.0 (%#)', (one) => {
  const compiled = compileProtection(one.definition);
  if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
  const { program } = compiled;
  const history = selectHistory(program.inputs, saved.time);
  const evaluator = createProtectionEvaluator(program, { state: one.state, history });
  const output = evaluator.advance(blocks, saved.until);
  expect(output.excursions.length).toBeGreaterThan(4);
  expect(JSON.parse(JSON.stringify(output.excursions))).toEqual(one.excursions);
  expect(output.levels).toEqual(one.levels);
  expect(evaluator.nextChange()).toEqual(one.nextChange);
});

test.each(saved.calculations)('$text resumes from a state of version 0.1.0', ({ text, state, values }) => {
  const inputs = ['A', 'B'].map((alias) => ({ alias, type: 'data_point' as const }));
  const compiled = compileCalculatedTag(text, inputs);
  if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
  const { program } = compiled;
  const history = selectHistory(program.inputs, saved.time);
  const resumed = createCalculatedEvaluator(program, { state, history });
  const stored = resumed.advance(blocks, saved.calculatedUntil);
  expect(stored.length).toBe(values.length);
  const differences = values.map(
    (value, index) => Math.abs(stored.values[index]! - value) / Math.max(1, Math.abs(value)),
  );
  expect(Math.max(...differences)).toBeLessThanOrEqual(1e-9);
});
