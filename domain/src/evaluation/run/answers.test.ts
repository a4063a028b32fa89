import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileProtection } from '../compile/compile.ts';
import type { Models, ProtectionProgram } from '../compile/program.ts';
import { explainAnswer } from '../explain/explain-answer.ts';
import type { ProtectionDefinition } from '../model/definition.ts';
import type { ProtectionOutput } from '../model/output.ts';
import { type Blocks, type PointBlock, pointsBetween, Quality } from '../model/points.ts';
import type { EvaluationState } from '../model/state.ts';
import { smallClassifier, smallPatterns, trainSmallModel } from '../testing/classifier.ts';
import { FindingsLog } from './findings.ts';
import { createProtectionEvaluator } from './protection-evaluator.ts';

let models: Models;
beforeAll(() => {
  ({ models } = trainSmallModel());
});

const SECOND = 1000;

/** A point: its time in milliseconds, its value, and whether it is bad. */
type Point = readonly [time: number, value: number, isBad?: boolean];

function toBlock(points: readonly Point[]): PointBlock {
  return {
    times: Float64Array.from(points, ([time]) => time),
    values: Float64Array.from(points, ([, value]) => value),
    qualities: Uint8Array.from(points, ([, , isBad]) => (isBad ? Quality.bad : Quality.good)),
    length: points.length,
  };
}

function createDefinition(
  logics: readonly string[],
  { holds = [3 * SECOND, 3 * SECOND], condition = null }: Options = {},
): ProtectionDefinition {
  return {
    type: 'pattern',
    defaultLevel: 5,
    patterns: smallPatterns,
    classifier: smallClassifier(['A', 'B'], holds, condition),
    inputs: ['A', 'B', 'C'].map((alias) => ({ alias, type: 'data_point' })),
    thresholds: logics.map((logic, index) => ({
      id: String(index),
      name: `T${index}`,
      logic,
      level: 100 * (index + 1),
      actions: [{ direction: 'both' as const }],
    })),
  };
}

interface Options {
  holds?: [number, number];
  condition?: string | null;
}

function compiled(definition: ProtectionDefinition): ProtectionProgram {
  const result = compileProtection(definition, undefined, models);
  if (!result.ok) throw new Error(result.errors[0]!.message);
  return result.program;
}

function joined(outputs: readonly ProtectionOutput[]) {
  return {
    answers: outputs.flatMap((output) => output.answers),
    excursions: outputs.flatMap((output) => output.excursions),
    levels: outputs.flatMap((output) => output.levels),
    actions: outputs.flatMap((output) => output.actions),
    evaluations: outputs.reduce((sum, { evaluations }) => sum + evaluations, 0),
  };
}

/** A point of each input every second, `offset` after the point of the grid. */
function steady(values: readonly number[], offset = 0): Blocks {
  const points = values.map((value, index): Point => [index * SECOND, value]);
  const others = values.map((_, index): Point => [index * SECOND + offset, 0.1]);
  return new Map([
    ['A', toBlock(points)],
    ['B', toBlock(others)],
  ]);
}

const level = (value: number, count: number) => Array.from({ length: count }, () => value);

describe('answers of a model', () => {
  test('have the time of the grid point, and wait for every input', () => {
    const program = compiled(createDefinition(['MATCHESPATTERN("Wear")']));
    const blocks = steady([...level(0, 10), ...level(5, 10)], 300);
    const evaluator = createProtectionEvaluator(program);
    const before = evaluator.advance(blocks, 4000);
    // B has its point of 4 s at 4.3 s only.
    expect(before.answers).toEqual([]);
    expect(evaluator.save().time).toBe(3999);
    const after = evaluator.advance(blocks, 4300);
    expect(after.answers).toEqual([{ time: 4000, pattern: 0, refused: false }]);
    const { answers, excursions } = joined([evaluator.advance(blocks, 30_000)]);
    const wear = answers.find(({ pattern }) => pattern === 1)!;
    expect(wear.time % SECOND).toBe(0);
    expect(wear.time).toBeGreaterThanOrEqual(10 * SECOND);
    expect(excursions[0]).toMatchObject({ threshold: 0, start: wear.time, end: null });
    expect(evaluator.status().answer).toBeNull();
  });

  test('are in effect at the start of a range even if they become known later', () => {
    const program = compiled(createDefinition(['MATCHESPATTERN("Wear")']));
    const blocks = steady([...level(0, 10), ...level(5, 10)], 300);
    const { answers } = createProtectionEvaluator(program).advance(blocks, 19_000);
    const wear = answers.find(({ pattern }) => pattern === 1)!.time;
    // B has its grid point after the start of the range.
    const from = wear + 100;
    const evaluator = createProtectionEvaluator(program);
    const findings = new FindingsLog(from, 19_000);
    findings.begin([evaluator.advance(blocks, from - 1)], evaluator.status());
    expect(evaluator.status().answer).toBe(0);
    findings.add(evaluator.advance(blocks, 18_999));
    const found = findings.finish(program);
    expect(found.answers).toEqual([{ time: from, pattern: 1 }]);
    expect(found.levels).toEqual([{ time: from, level: 100, driving: 0 }]);
    expect(found.excursions).toEqual([{ threshold: 0, start: wear, end: null }]);
  });

  test('end when all inputs are stale, at the same time with and without later points', () => {
    const program = compiled(createDefinition(['MATCHESPATTERN("No match")']));
    const blocks = steady(level(0, 10));
    const evaluator = createProtectionEvaluator(program);
    const first = evaluator.advance(blocks, 9000);
    expect(evaluator.status().answer).toBe(0);
    expect(evaluator.nextChange()).toBe(9000 + 3000 + 1);
    const second = evaluator.advance(new Map(), evaluator.nextChange()!);
    expect(second.answers).toEqual([{ time: 12_001, pattern: null, refused: false }]);
    expect(evaluator.nextChange()).toBeNull();
    const later = new Map([...steady(level(0, 40))].map(([alias, block]) => [alias, without(block)]));
    const whole = createProtectionEvaluator(program).advance(later, 39_000);
    expect(whole.answers.slice(0, 2)).toEqual([...first.answers, ...second.answers]);
    expect(whole.answers[2]).toEqual({ time: 33_000, pattern: 0, refused: false });

    /** Removes the points from 10 to 30 s. */
    function without({ times, values }: PointBlock): PointBlock {
      const kept = [...times].flatMap((time, index): Point[] =>
        time < 10_000 || time >= 30_000 ? [[time, values[index]!]] : [],
      );
      return toBlock(kept);
    }
  });

  test('do not wait for a stale input, and are null from then on', () => {
    const program = compiled(createDefinition(['MATCHESPATTERN("No match")']));
    const blocks = new Map(steady(level(0, 20)));
    blocks.set('B', pointsBetween(blocks.get('B')!, -1, 5000));
    const evaluator = createProtectionEvaluator(program);
    expect(evaluator.advance(blocks, 8000).answers).toEqual([{ time: 3000, pattern: 0, refused: false }]);
    expect(evaluator.save().time).toBe(5999);
    expect(evaluator.advance(blocks, 9000).answers).toEqual([{ time: 9000, pattern: null, refused: false }]);
  });

  test('are null while the condition of use is not true and until the windows are full again', () => {
    const definition = createDefinition(['MATCHESPATTERN("No match")'], { condition: '[C] > 1' });
    const speeds: Point[] = [
      [0, 0],
      [6500, 2],
      [11_500, 0],
    ];
    const blocks = new Map(steady(level(0, 20)));
    blocks.set('C', toBlock(speeds));
    const { answers } = createProtectionEvaluator(compiled(definition)).advance(blocks, 19_000);
    expect(answers).toEqual([
      { time: 10_000, pattern: 0, refused: false },
      { time: 12_000, pattern: null, refused: false },
    ]);
  });

  test('are computed without any threshold, and by thresholds with only MATCHESPATTERN', () => {
    const blocks = steady([...level(0, 10), ...level(-5, 10)]);
    for (const logics of [
      [],
      ['MATCHESPATTERN("Leak")'],
      ['MATCHESPATTERN("Leak")', 'MATCHESPATTERN("Wear")'],
    ]) {
      const output = createProtectionEvaluator(compiled(createDefinition(logics))).advance(blocks, 19_000);
      expect(output.answers.at(-1)).toMatchObject({ pattern: 2 });
      expect(output.excursions).toHaveLength(logics.length === 0 ? 0 : 1);
    }
  });

  test('end when the asset goes out of service', () => {
    const definition = { ...createDefinition(['MATCHESPATTERN("No match")']), endDate: 8500 };
    const evaluator = createProtectionEvaluator(compiled(definition));
    const { answers, excursions } = evaluator.advance(steady(level(0, 20)), 19_000);
    expect(answers.at(-1)).toEqual({ time: 8500, pattern: null, refused: false });
    expect(excursions.at(-1)).toMatchObject({ start: 3000, end: 8500 });
    expect(evaluator.status()).toMatchObject({ answer: null, isOutOfService: true });
  });

  test('reject a saved state of another model', () => {
    const definition = createDefinition(['MATCHESPATTERN("No match")']);
    const other = { ...definition, classifier: { ...definition.classifier!, checksum: 'other' } };
    const state = createProtectionEvaluator(compiled(definition)).save();
    expect(() => createProtectionEvaluator(compiled(other), { state, history: new Map() })).toThrow(
      'not of this program',
    );
  });

  test('fail to compile if an input of the model does not exist, or the condition has an error', () => {
    const definition = createDefinition(['MATCHESPATTERN("Wear")'], { condition: '[Z] > 1' });
    const errors = (from: ProtectionDefinition) => {
      const result = compileProtection(from, undefined, models);
      return result.ok ? [] : result.errors.map(({ message }) => message);
    };
    expect(errors(definition)[0]).toContain('Condition of use: ');
    expect(errors({ ...definition, inputs: definition.inputs.slice(1) })).toEqual([
      'The model in service reads [A], which is no input. Train it again.',
    ]);
  });
});

describe('an explanation of an answer', () => {
  test('lists the shares, and the inputs that contributed most', () => {
    const program = compiled(createDefinition(['MATCHESPATTERN("Wear")']));
    const blocks = steady([...level(0, 10), ...level(5, 10)], 300);
    const explained = explainAnswer(program, blocks, 18_000);
    expect(explained).toMatchObject({ time: 18_000, pattern: 1, named: 1, reason: null, refused: false });
    expect(explained.shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 12);
    const [a, b] = explained.inputs;
    expect(a).toMatchObject({ alias: 'A', value: 5 });
    expect(a!.contribution).toBeGreaterThan(Math.abs(b!.contribution));
  });

  test.each([
    ['silent', 40_000, null],
    ['window', 2500, null],
    ['condition', 9000, '[C] > 1'],
  ] as const)('gives the reason for a missing answer: %s', (reason, time, condition) => {
    const program = compiled(createDefinition(['MATCHESPATTERN("Wear")'], { condition }));
    expect(explainAnswer(program, steady(level(0, 20)), time)).toMatchObject({
      pattern: null,
      reason,
      shares: [],
    });
  });

  test('lists a missing input', () => {
    const blocks = new Map(steady(level(0, 20)));
    blocks.set('B', pointsBetween(blocks.get('B')!, -1, 5000));
    const explained = explainAnswer(compiled(createDefinition(['MATCHESPATTERN("Wear")'])), blocks, 12_000);
    expect(explained).toMatchObject({ time: 12_000, pattern: null, reason: 'missing' });
    expect(explained.inputs.map(({ value }) => value)).toEqual([0, null]);
  });
});

const UNTIL = 40 * SECOND;

const point = (values: readonly number[]) =>
  fc.tuple(
    fc.oneof(
      fc.integer({ min: 0, max: 40 }).map((second) => second * SECOND),
      fc.integer({ min: 0, max: UNTIL }),
    ),
    fc.constantFrom(...values),
    fc.boolean().chain((maybe) => (maybe ? fc.boolean() : fc.constant(false))),
  );

const series = (values: readonly number[], most: number) =>
  fc
    .uniqueArray(point(values), { selector: ([time]) => time, maxLength: most })
    .map((list) => toBlock(list.sort(([a], [b]) => a - b)));

const data = fc.tuple(series([0, 0, 5, 5, -5], 60), series([0, 0.2], 60), series([0, 2], 10)).map(
  ([a, b, c]): Blocks =>
    new Map([
      ['A', a],
      ['B', b],
      ['C', c],
    ]),
);

const cuts = fc
  .array(fc.integer({ min: 0, max: UNTIL }), { maxLength: 12 })
  .map((list) => [...list.sort((a, b) => a - b), UNTIL]);

const definition = fc
  .record({
    holds: fc.tuple(fc.constantFrom(1500, 4000, 9000), fc.constantFrom(1500, 4000, 9000)),
    condition: fc.constantFrom(null, null, '[C] > 1', 'AVERAGE([C], #3s) > 0.5'),
    delay: fc.constantFrom(0, 0, 2500),
  })
  .map(({ delay, ...options }) => {
    const logics = ['MATCHESPATTERN("Wear")', 'MATCHESPATTERN("Leak") OR [C] > 1', 'INTERVAL([A]) > #5s'];
    const from = createDefinition(logics, options);
    const [first, ...rest] = from.thresholds;
    return { ...from, thresholds: [{ ...first!, onDelay: delay }, ...rest] };
  });

/** The state after serialization with the history that the program requests. */
function resume(state: EvaluationState, blocks: Blocks, program: ProtectionProgram) {
  const saved = JSON.parse(JSON.stringify(state)) as EvaluationState;
  const history = new Map(
    program.inputs.map(({ alias, window }) => [
      alias,
      pointsBetween(blocks.get(alias)!, saved.time - window, saved.time),
    ]),
  );
  return { state: saved, history };
}

const between = (blocks: Blocks, after: number, upTo: number): Blocks =>
  new Map([...blocks].map(([alias, block]) => [alias, pointsBetween(block, after, upTo)]));

test('answers are the same for any split, with and without save and restore', () => {
  fc.assert(
    fc.property(definition, data, cuts, fc.boolean(), (from, blocks, until, restarts) => {
      const program = compiled(from);
      const whole = createProtectionEvaluator(program);
      const expected = joined([whole.advance(blocks, UNTIL)]);
      const outputs: ProtectionOutput[] = [];
      let evaluator = createProtectionEvaluator(program);
      let after = -1;
      for (const cut of until) {
        outputs.push(evaluator.advance(between(blocks, after, cut), cut));
        after = cut;
        if (!restarts) continue;
        const state = evaluator.save();
        evaluator = createProtectionEvaluator(program, resume(state, blocks, program));
        after = state.time;
      }
      // A state contains no waiting points, so they are passed again.
      outputs.push(evaluator.advance(between(blocks, after, UNTIL), UNTIL));
      expect(joined(outputs)).toEqual(expected);
      expect(evaluator.status()).toEqual(whole.status());
      expect(evaluator.nextChange()).toEqual(whole.nextChange());
      expect(evaluator.save()).toEqual(whole.save());
    }),
    { numRuns: 300 },
  );
});

test('answers are the same after waiting points were dropped and passed again', () => {
  fc.assert(
    fc.property(definition, data, cuts, (from, blocks, until) => {
      const program = compiled(from);
      const expected = joined([createProtectionEvaluator(program).advance(blocks, UNTIL)]);
      const evaluator = createProtectionEvaluator(program);
      const outputs = until.map((cut) => {
        evaluator.dropWaiting();
        return evaluator.advance(blocks, cut);
      });
      expect(joined(outputs)).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

test('answers do not depend on points later than needed for their grid point', () => {
  fc.assert(
    fc.property(definition, data, fc.integer({ min: 0, max: UNTIL }), (from, blocks, cut) => {
      const program = compiled(from);
      const early = createProtectionEvaluator(program);
      const first = joined([early.advance(blocks, cut)]);
      const { time } = early.save();
      const all = joined([createProtectionEvaluator(program).advance(blocks, UNTIL)]);
      expect(first.answers).toEqual(all.answers.filter((answer) => answer.time <= time));
    }),
    { numRuns: 150 },
  );
});

test('answers are the same if advanced timer by timer as in one advance', () => {
  fc.assert(
    fc.property(definition, data, (from, blocks) => {
      const program = compiled(from);
      const end = UNTIL + 60 * SECOND;
      const expected = joined([createProtectionEvaluator(program).advance(blocks, end)]);
      const evaluator = createProtectionEvaluator(program);
      const outputs = [evaluator.advance(blocks, UNTIL)];
      for (let next = evaluator.nextChange(); next !== null && next <= end; next = evaluator.nextChange()) {
        const before = evaluator.save().time;
        outputs.push(evaluator.advance(new Map(), next));
        expect(evaluator.save().time).toBeGreaterThan(before);
      }
      outputs.push(evaluator.advance(new Map(), end));
      expect(joined(outputs)).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});
