import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileCalculatedTag, compileProtection } from '../compile/compile.ts';
import type { ProtectionProgram } from '../compile/program.ts';
import type { ProtectionDefinition } from '../model/definition.ts';
import type { ProtectionOutput } from '../model/output.ts';
import { type Blocks, PATTERN_ANSWERS, type PointBlock } from '../model/points.ts';
import type { EvaluationState } from '../model/state.ts';
import {
  ALIASES,
  COUNTER,
  calculation,
  comparison,
  logic,
  PATTERNS,
  points,
  WORK,
} from '../testing/programs.ts';
import { evaluateSlowly, type ReferencePoint } from '../testing/reference.ts';
import { createCalculatedEvaluator } from './calculated-evaluator.ts';
import { createProtectionEvaluator } from './protection-evaluator.ts';

const UNTIL = 120;

type Series = ReadonlyMap<string, readonly ReferencePoint[]>;

const inputs = ALIASES.map((alias) => ({ alias, type: 'data_point' as const }));

const schedule = fc.constantFrom('floating' as const, 'fixed' as const);

const definition: fc.Arbitrary<ProtectionDefinition> = fc
  .record({
    type: fc.constantFrom('condition' as const, 'condition' as const, 'activity' as const),
    startDate: fc.constantFrom(0, 20),
    logic: fc.tuple(fc.oneof(logic([]), comparison), logic(['One']), logic(['One', 'Two'])),
    deadband: fc.option(fc.tuple(comparison, fc.constantFrom(0.5, 1, 2)), { nil: null }),
    delays: fc.array(fc.constantFrom(0, 0, 1, 3, 10), { minLength: 6, maxLength: 6 }),
    schedules: fc.tuple(schedule, schedule),
  })
  .map(({ type, startDate, logic: texts, deadband, delays, schedules }) => ({
    type,
    startDate,
    defaultLevel: 5,
    patterns: PATTERNS,
    inputs: [
      ...inputs,
      {
        alias: COUNTER,
        type: 'data_point',
        settings: { intervalType: 'counter', counterStart: 2, counterInterval: 4, schedule: schedules[0] },
      },
      { alias: WORK, type: 'work', settings: { expectedInterval: 'PT1S', schedule: schedules[1] } },
    ],
    thresholds: texts.map((text, index) => ({
      id: String(index),
      name: ['One', 'Two', 'Three'][index]!,
      logic: index === 0 && deadband ? deadband[0] : text,
      deadband: index === 0 && deadband ? deadband[1] : 0,
      level: [300, null, 300][index]!,
      onDelay: delays[index * 2]!,
      offDelay: delays[index * 2 + 1]!,
      actions: [{ direction: 'both' as const }],
    })),
  }));

const answers = points(UNTIL).map((list) =>
  list.map(({ time, value }) => ({ time, value: value > 1 ? 1 : 0 })),
);

const data: fc.Arbitrary<Series> = fc
  .tuple(points(UNTIL), points(UNTIL), points(UNTIL), points(UNTIL), points(UNTIL), answers)
  .map(
    (lists) =>
      new Map([...ALIASES, COUNTER, WORK, PATTERN_ANSWERS].map((name, index) => [name, lists[index]!])),
  );

const cuts = fc
  .array(fc.integer({ min: -5, max: UNTIL }), { maxLength: 12 })
  .map((list) => [...list.sort((a, b) => a - b), UNTIL]);

function toBlock(list: readonly ReferencePoint[]): PointBlock {
  return {
    times: Float64Array.from(list, ({ time }) => time),
    values: Float64Array.from(list, ({ value }) => value),
    length: list.length,
  };
}

/** The points in (after, upTo]. */
function toBlocks(series: Series, after = -Infinity, upTo = Infinity): Blocks {
  return new Map(
    [...series].map(([alias, list]) => [
      alias,
      toBlock(list.filter(({ time }) => time > after && time <= upTo)),
    ]),
  );
}

/** A state after serialization, with the history that the program requests. */
function resume(
  state: EvaluationState,
  series: Series,
  program: { readonly inputs: readonly { readonly alias: string; readonly window: number }[] },
) {
  const saved = JSON.parse(JSON.stringify(state)) as EvaluationState;
  const history = new Map(
    program.inputs.map(({ alias, window }) => [
      alias,
      toBlock(series.get(alias)!.filter(({ time }) => time > saved.time - window && time <= saved.time)),
    ]),
  );
  return { state: saved, history };
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
  test('agree with the slow reference implementation', () => {
    fc.assert(
      fc.property(definition, data, (from, series) => {
        const output = createProtectionEvaluator(compiled(from)).advance(toBlocks(series), UNTIL);
        const excursions = new Map<string, { threshold: number; start: number; end: number | null }>();
        for (const { threshold, start, end } of output.excursions) {
          excursions.set(`${threshold} ${start}`, { threshold, start, end });
        }
        const byThreshold = [...excursions.values()].sort(
          (a, b) => a.threshold - b.threshold || a.start - b.start,
        );
        const { levels, driving, actions } = output;
        expect({ excursions: byThreshold, levels, driving, actions }).toEqual(
          evaluateSlowly(from, series, UNTIL),
        );
      }),
      { numRuns: 600 },
    );
  });

  test('return the same results for any split with save and restore', () => {
    fc.assert(
      fc.property(definition, data, cuts, (from, series, until) => {
        const program = compiled(from);
        const whole = createProtectionEvaluator(program);
        const steps = { whole: 0, split: 0 };
        const createBudget = (way: keyof typeof steps) => ({
          spend(count: number) {
            steps[way] += count;
          },
        });
        const expected = joined([whole.advance(toBlocks(series), UNTIL, { budget: createBudget('whole') })]);
        const outputs: ProtectionOutput[] = [];
        let evaluator = createProtectionEvaluator(program);
        let after = -Infinity;
        for (const cut of until) {
          outputs.push(
            evaluator.advance(toBlocks(series, after, cut), cut, { budget: createBudget('split') }),
          );
          after = cut;
          evaluator = createProtectionEvaluator(program, resume(evaluator.save(), series, program));
        }
        expect(joined(outputs)).toEqual(expected);
        expect(evaluator.save()).toEqual(JSON.parse(JSON.stringify(whole.save())));
        expect(evaluator.nextChange()).toEqual(whole.nextChange());
        expect(steps.split).toBe(steps.whole);
      }),
      { numRuns: 400 },
    );
  });

  test('end when they go out of service, regardless of later points', () => {
    const ends = fc.integer({ min: 1, max: UNTIL });
    fc.assert(
      fc.property(definition, data, cuts, ends, (from, series, until, endDate) => {
        const plain = createProtectionEvaluator(compiled(from));
        const before = joined([plain.advance(toBlocks(series), endDate - 1)]);
        const closed = plain
          .open()
          .filter(({ pending }) => !pending)
          .map(({ threshold, start }) => ({
            threshold,
            start,
            end: endDate,
            recordedAt: endDate,
            live: false,
          }));
        const program = compiled({ ...from, endDate });
        const outputs: ProtectionOutput[] = [];
        let evaluator = createProtectionEvaluator(program);
        let after = -Infinity;
        for (const cut of until) {
          outputs.push(evaluator.advance(toBlocks(series, after, cut), cut));
          after = cut;
          evaluator = createProtectionEvaluator(program, resume(evaluator.save(), series, program));
        }
        const { excursions, levels, driving, actions } = joined(outputs);
        expect({ excursions, actions }).toEqual({
          excursions: [...before.excursions, ...closed],
          actions: before.actions,
        });
        const status = plain.status();
        const isRaised = before.levels.length > 0 && status.level !== from.defaultLevel;
        expect(levels).toEqual([
          ...before.levels,
          ...(isRaised ? [{ time: endDate, level: from.defaultLevel }] : []),
        ]);
        expect(driving.length - before.driving.length).toBe(status.driving === null ? 0 : 1);
        expect([evaluator.nextChange(), evaluator.open(), evaluator.status().isOutOfService]).toEqual([
          null,
          [],
          true,
        ]);
      }),
      { numRuns: 300 },
    );
  });
});

test('calculated tags store identical points for any split with save and restore', () => {
  const value = fc.double({ noNaN: true, noDefaultInfinity: true });
  const series = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: UNTIL }), value), {
      selector: ([time]) => time,
      maxLength: 40,
    })
    .map((list) => list.sort(([a], [b]) => a - b).map(([time, v]) => ({ time, value: v })));
  const all = fc
    .tuple(series, series, series)
    .map((lists) => new Map(ALIASES.map((name, i) => [name, lists[i]!])));
  fc.assert(
    fc.property(calculation, all, cuts, (text, points, until) => {
      const result = compileCalculatedTag(text, inputs);
      if (!result.ok) throw new Error(`${result.errors[0]!.message}: ${text}`);
      const { program } = result;
      const expected = createCalculatedEvaluator(program).advance(toBlocks(points), UNTIL);
      const times: number[] = [];
      const values: number[] = [];
      let evaluator = createCalculatedEvaluator(program);
      for (const cut of until) {
        const stored = evaluator.advance(toBlocks(points), cut);
        times.push(...stored.times);
        values.push(...stored.values);
        evaluator = createCalculatedEvaluator(program, resume(evaluator.save(), points, program));
      }
      expect(times).toEqual([...expected.times]);
      expect(values).toEqual([...expected.values]);
      expect(values.every(Number.isFinite)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
