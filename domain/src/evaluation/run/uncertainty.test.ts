import { expect, test } from 'vitest';
import { compileCalculatedTag } from '../compile/compile.ts';
import { type PointBlock, Quality } from '../model/points.ts';
import { createCalculatedEvaluator } from './calculated-evaluator.ts';

const { good, uncertain, bad } = Quality;

function block(
  ...points: readonly (readonly [second: number, value: number, quality: number])[]
): PointBlock {
  return {
    times: Float64Array.from(points, ([second]) => second * 1000),
    values: Float64Array.from(points, ([, value]) => value),
    qualities: Uint8Array.from(points, ([, , quality]) => quality),
    length: points.length,
  };
}

const blocks = new Map([
  ['A', block([0, 1, good], [1, 2, uncertain], [2, 3, bad], [3, 4, good], [4, 5, good])],
  ['B', block([2, 1, good], [5, 1, good])],
]);

function evaluator(text: string) {
  const inputs = ['A', 'B'].map((alias) => ({ alias, type: 'data_point' as const }));
  const result = compileCalculatedTag(text, inputs);
  if (!result.ok) throw new Error(result.errors[0]!.message);
  return { program: result.program, first: createCalculatedEvaluator(result.program) };
}

test('a result calculated from an uncertain value is uncertain until a good one arrives', () => {
  const stored = evaluator('[A] + 0 * [B]').first.advance(blocks, 5000);
  expect([...stored.times]).toEqual([2000, 3000, 4000, 5000]);
  expect([...stored.qualities!]).toEqual([uncertain, good, good, good]);
});

test('an average is uncertain while its window contains an uncertain point', () => {
  const stored = evaluator('AVERAGE([A], #3s)').first.advance(blocks, 5000);
  expect([...stored.times]).toEqual([0, 1000, 3000, 4000]);
  expect([...stored.qualities!]).toEqual([good, uncertain, uncertain, good]);
});

test('a result of only good points has no qualities', () => {
  expect(evaluator('[B] * 2').first.advance(blocks, 5000).qualities).toBeUndefined();
});

test('the quality of a result is the same after save and restore', () => {
  const { program, first } = evaluator('AVERAGE([A], #3s)');
  first.advance(blocks, 2000);
  const state = JSON.parse(JSON.stringify(first.save()));
  const resumed = createCalculatedEvaluator(program, { state, history: blocks });
  expect([...resumed.advance(blocks, 5000).qualities!]).toEqual([uncertain, good]);
});
