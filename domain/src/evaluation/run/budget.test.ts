import { describe, expect, test } from 'vitest';
import { compileCalculatedTag, compileProtection } from '../compile/compile.ts';
import type { ProtectionProgram } from '../compile/program.ts';
import { explainProtection } from '../explain/explain.ts';
import { BudgetExceeded, createBudget, STEPS_BETWEEN_CHECKS } from '../model/budget.ts';
import type { InputDefinition } from '../model/definition.ts';
import type { Blocks, PointBlock } from '../model/points.ts';
import { createCalculatedEvaluator } from './calculated-evaluator.ts';
import { createProtectionEvaluator } from './protection-evaluator.ts';

const POINTS = 200_000;
const A: InputDefinition = { alias: 'A', type: 'data_point' };

/** One point per second. */
function points(length: number): PointBlock {
  const times = Float64Array.from({ length }, (_, index) => index * 1000);
  return { times, values: times.map((time) => Math.sin(time)), length };
}

const blocks: Blocks = new Map([['A', points(POINTS)]]);
const UNTIL = (POINTS - 1) * 1000;

function program(logic: string[], inputs: InputDefinition[] = [A]): ProtectionProgram {
  const thresholds = logic.map((text, id) => ({ id: `${id}`, name: `${id}`, logic: text, level: null }));
  const compiled = compileProtection({ type: 'condition', defaultLevel: 0, inputs, thresholds });
  if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
  return compiled.program;
}

/** A budget without a limit that records the steps of each check. */
function counting() {
  const spent: number[] = [];
  return {
    spent,
    total: () => spent.reduce((a, b) => a + b, 0),
    spend: (steps: number) => void spent.push(steps),
  };
}

function countSteps(of: ProtectionProgram, until = UNTIL): number {
  const budget = counting();
  createProtectionEvaluator(of).advance(blocks, until, { budget });
  return budget.total();
}

describe('a step', () => {
  test('is one evaluation of an ordinary program', () => {
    expect(countSteps(program(['[A] > 0.5']))).toBe(POINTS);
    expect(countSteps(program(['AVERAGE([A], #1h) > 0.5', '[A] > 0.9 AND MAX([A], #1d) > 0.99']))).toBe(
      POINTS,
    );
  });

  test('counts additionally for every 64 operations of a large program', () => {
    const windows = Array.from({ length: 100 }, (_, index) => `AVERAGE([A], #${index + 1}m)`).join(' + ');
    const steps = countSteps(program([`${windows} > 3`]), 99_000);
    expect(steps % 100).toBe(0);
    // 8 operations for each window, and those of its code.
    expect(steps / 100).toBeGreaterThan((100 * 8) / 64);
  });

  test('counts points of an input that is watched for staleness', () => {
    const watched = { ...A, settings: { expectedInterval: 'PT1H' } };
    expect(countSteps(program(['[A] > 0.5'], [watched]))).toBe(2 * POINTS);
  });

  test.each(['[A] > 0.5', '[A] > 0.5 AND INTERVAL([A]) > #500ms'])(
    'counts the same for any split of the points of %s',
    (logic) => {
      const budget = counting();
      const evaluator = createProtectionEvaluator(program([logic]));
      for (const share of [0.1, 0.11, 0.5, 0.9, 1]) {
        evaluator.advance(blocks, Math.round(UNTIL * share), { budget });
      }
      expect(budget.total()).toBe(countSteps(program([logic])));
    },
  );
});

test('points that windows load from history cost as many steps as evaluated points', () => {
  const rule = program(['AVERAGE([A], #1h) > 0.5']);
  const evaluator = createProtectionEvaluator(rule);
  evaluator.advance(blocks, UNTIL);
  const { times, values } = blocks.get('A')!;
  const from = POINTS - 3600;
  const history = new Map([
    ['A', { times: times.subarray(from), values: values.subarray(from), length: 3600 }],
  ]);
  const resume = { state: evaluator.save(), history };
  const budget = counting();
  createProtectionEvaluator(rule, resume, budget);
  expect(budget.total()).toBe(3600);
  expect(() => createProtectionEvaluator(rule, resume, createBudget({ steps: 3599 }))).toThrow(
    BudgetExceeded,
  );
});

describe('a budget is checked at least every 65,536 steps', () => {
  const many = Array.from({ length: 12 }, (_, index): InputDefinition => ({ ...A, alias: `A${index}` }));
  const shifted = many.map(({ alias }, index): [string, PointBlock] => [
    alias,
    { ...points(POINTS), times: points(POINTS).times.map((time) => time + index) },
  ]);

  test.each([
    ['one input', [A], '[A] > 0.5', blocks],
    ['many inputs', many, `${many.map(({ alias }) => `[${alias}]`).join(' + ')} > 3`, new Map(shifted)],
    ['a clock', [A], 'INTERVAL([A]) > #500ms', blocks],
  ])('with %s', (_, inputs, logic, points) => {
    const budget = counting();
    createProtectionEvaluator(program([logic], inputs)).advance(points, UNTIL, { budget });
    // A pass of this program counts as one step, and its comparison of intervals as another one.
    expect(Math.max(...budget.spent)).toBeLessThanOrEqual(2 * STEPS_BETWEEN_CHECKS);
    expect(budget.total()).toBeGreaterThanOrEqual(POINTS);
  });
});

describe('an evaluation is interrupted', () => {
  const interrupted = (limit: 'steps' | 'time') => expect.objectContaining({ name: 'BudgetExceeded', limit });

  test('when a protection takes too many steps', () => {
    const run = (steps: number) => () =>
      createProtectionEvaluator(program(['[A] > 0.5'])).advance(blocks, UNTIL, {
        budget: createBudget({ steps }),
      });
    expect(run(POINTS - 1)).toThrow(BudgetExceeded);
    expect(run(POINTS - 1)).toThrow('The evaluation needs more than 199,999 steps.');
    expect(run(POINTS)).not.toThrow();
  });

  test('when a calculated tag takes too many steps', () => {
    const compiled = compileCalculatedTag('[A] * 2', [A]);
    if (!compiled.ok) throw new Error('The text must compile.');
    const budget = createBudget({ steps: 1000 });
    const evaluator = createCalculatedEvaluator(compiled.program);
    expect(() => evaluator.advance(blocks, UNTIL, { budget })).toThrow(interrupted('steps'));
  });

  test('when an explanation takes too many steps', () => {
    const budget = createBudget({ steps: 1000 });
    expect(() => explainProtection(program(['[A] > 0.5']), blocks, UNTIL, { budget })).toThrow(
      interrupted('steps'),
    );
  });

  test('when the deadline is reached', () => {
    let time = 0;
    const budget = createBudget({ deadline: 3, now: () => time++ });
    const evaluator = createProtectionEvaluator(program(['[A] > 0.5']));
    expect(() => evaluator.advance(blocks, UNTIL, { budget })).toThrow(interrupted('time'));
    expect(time).toBe(4);
  });

  test('when several advances together exceed the budget', () => {
    const budget = createBudget({ steps: POINTS + 1 });
    const advance = () =>
      createProtectionEvaluator(program(['[A] > 0.5'])).advance(blocks, UNTIL, { budget });
    expect(advance).not.toThrow();
    expect(advance).toThrow(interrupted('steps'));
  });
});
