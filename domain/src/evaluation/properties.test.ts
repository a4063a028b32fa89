import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCalculatedEvaluator } from './calculated-evaluator.ts';
import { compileCalculatedTag, compileProtection } from './compile.ts';
import { createProtectionEvaluator } from './protection-evaluator.ts';
import { ALIASES, calculation, logic, points } from './testing/programs.ts';
import { evaluateSlowly } from './testing/reference.ts';
import type {
  Blocks,
  EvaluationState,
  PointBlock,
  ProtectionDefinition,
  ProtectionOutput,
  ProtectionProgram,
} from './types.ts';

const UNTIL = 120;
type Point = { time: number; value: number };

const inputs = ALIASES.map((alias) => ({ alias, type: 'data_point' as const }));

const definition: fc.Arbitrary<ProtectionDefinition> = fc
  .tuple(
    logic([]),
    logic(['One']),
    logic(['One', 'Two']),
    fc.array(fc.constantFrom(0, 0, 1, 3, 10), { minLength: 6, maxLength: 6 }),
  )
  .map(([one, two, three, delays]) => ({
    type: 'condition',
    defaultLevel: 5,
    inputs,
    thresholds: [one, two, three].map((text, index) => ({
      id: String(index),
      name: ['One', 'Two', 'Three'][index]!,
      logic: text,
      level: [300, null, 300][index]!,
      onDelay: delays[index * 2]!,
      offDelay: delays[index * 2 + 1]!,
      actions: [{ direction: 'both' as const }],
    })),
  }));

const data = fc.tuple(points(UNTIL), points(UNTIL), points(UNTIL));

function blockOf(list: readonly Point[]): PointBlock {
  return {
    times: Float64Array.from(list, ({ time }) => time),
    values: Float64Array.from(list, ({ value }) => value),
    length: list.length,
  };
}

function blocksOf(lists: readonly Point[][], after = -Infinity, upTo = Infinity): Blocks {
  return new Map(
    ALIASES.map((alias, index) => [
      alias,
      blockOf(lists[index]!.filter(({ time }) => time > after && time <= upTo)),
    ]),
  );
}

function compiled(from: ProtectionDefinition): ProtectionProgram {
  const result = compileProtection(from);
  if (!result.ok) throw new Error(`${result.errors[0]!.message}: ${JSON.stringify(from.thresholds)}`);
  return result.program;
}

function joined(outputs: readonly ProtectionOutput[]) {
  return {
    excursions: outputs.flatMap((output) => output.excursions),
    levels: outputs.flatMap((output) => output.levels),
    driving: outputs.flatMap((output) => output.driving),
    actions: outputs.flatMap((output) => output.actions),
  };
}

describe('protections', () => {
  test('agree with the slow reference', () => {
    fc.assert(
      fc.property(definition, data, (from, lists) => {
        const output = createProtectionEvaluator(compiled(from)).advance(blocksOf(lists), UNTIL);
        const excursions = new Map<string, { threshold: number; start: number; end: number | null }>();
        for (const { threshold, start, end } of output.excursions) {
          excursions.set(`${threshold} ${start}`, { threshold, start, end });
        }
        const slow = evaluateSlowly(from, new Map(ALIASES.map((alias, i) => [alias, lists[i]!])), UNTIL);
        const byThreshold = [...excursions.values()].sort(
          (a, b) => a.threshold - b.threshold || a.start - b.start,
        );
        expect(byThreshold).toEqual(slow.excursions);
        expect(output.levels).toEqual(slow.levels);
        expect(output.driving).toEqual(slow.driving);
        expect(output.actions).toEqual(slow.actions);
      }),
      { numRuns: 600 },
    );
  });

  test('answer the same after any split with save and restore', () => {
    fc.assert(
      fc.property(
        definition,
        data,
        fc.array(fc.integer({ min: -5, max: UNTIL }), { maxLength: 12 }),
        (from, lists, cuts) => {
          const program = compiled(from);
          const whole = createProtectionEvaluator(program);
          const expected = joined([whole.advance(blocksOf(lists), UNTIL)]);
          const outputs: ProtectionOutput[] = [];
          let evaluator = createProtectionEvaluator(program);
          let after = -Infinity;
          for (const cut of [...cuts.sort((a, b) => a - b), UNTIL]) {
            outputs.push(evaluator.advance(blocksOf(lists, after, cut), cut));
            after = cut;
            const state = JSON.parse(JSON.stringify(evaluator.save())) as EvaluationState;
            const history = new Map(
              program.inputs.map(({ alias, window }) => [
                alias,
                blockOf(
                  lists[ALIASES.indexOf(alias)]!.filter(
                    ({ time }) => time > state.time - window && time <= state.time,
                  ),
                ),
              ]),
            );
            evaluator = createProtectionEvaluator(program, { state, history });
          }
          expect(joined(outputs)).toEqual(expected);
          expect(evaluator.save()).toEqual(JSON.parse(JSON.stringify(whole.save())));
          expect(evaluator.nextChange()).toEqual(whole.nextChange());
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('calculated tags', () => {
  test('store the same bits after any split with save and restore', () => {
    const value = fc.double({ noNaN: true, noDefaultInfinity: true });
    const series = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: UNTIL }), value), {
        selector: ([time]) => time,
        maxLength: 40,
      })
      .map((list) => list.sort(([a], [b]) => a - b).map(([time, v]) => ({ time, value: v })));
    fc.assert(
      fc.property(
        calculation,
        fc.tuple(series, series, series),
        fc.array(fc.integer({ min: -5, max: UNTIL }), { maxLength: 12 }),
        (text, lists, cuts) => {
          const result = compileCalculatedTag(text, inputs);
          if (!result.ok) throw new Error(`${result.errors[0]!.message}: ${text}`);
          const { program } = result;
          const expected = createCalculatedEvaluator(program).advance(blocksOf(lists), UNTIL);
          const times: number[] = [];
          const values: number[] = [];
          let evaluator = createCalculatedEvaluator(program);
          for (const cut of [...cuts.sort((a, b) => a - b), UNTIL]) {
            const stored = evaluator.advance(blocksOf(lists), cut);
            times.push(...stored.times);
            values.push(...stored.values);
            const state = JSON.parse(JSON.stringify(evaluator.save())) as EvaluationState;
            const history = new Map(
              program.inputs.map(({ alias, window }) => [
                alias,
                blockOf(
                  lists[ALIASES.indexOf(alias)]!.filter(
                    ({ time }) => time > state.time - window && time <= state.time,
                  ),
                ),
              ]),
            );
            evaluator = createCalculatedEvaluator(program, { state, history });
          }
          expect(times).toEqual([...expected.times]);
          expect(values).toEqual([...expected.values]);
          expect(values.every(Number.isFinite)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
