import { describe, expect, it } from 'vitest';
import { trainSmallModel } from '../evaluation/testing/classifier.ts';
import { featureCount } from './features.ts';
import { Forest } from './forest.ts';
import { Classifier } from './model.ts';
import { createRandom } from './random.ts';
import { readRows } from './training-rows.ts';
import type { Tree } from './tree.ts';

const { model } = trainSmallModel();
const width = featureCount(model.layout);
const random = createRandom(7);
/** The features of rows at the levels of its classes, and far from them. */
const rows = [0, 5, -5, 60].flatMap((level) => {
  const values = Float64Array.from(
    { length: 200 },
    (_, i) => (i % 2 === 0 ? level : 0) + random.integer(1000) / 1000 - 0.5,
  );
  const grid = { start: 0, step: 1000, inputs: 2, values };
  const { features } = readRows([{ label: 0, grid, lead: 0 }], model.layout);
  return Array.from({ length: features.length / width }, (_, row) =>
    features.slice(row * width, (row + 1) * width),
  );
});

function leafOf({ feature, threshold, right, leaves }: Tree, row: Float32Array): Uint8Array {
  let node = 0;
  while (feature[node]! >= 0) node = row[feature[node]!]! <= threshold[node]! ? node + 1 : right[node]!;
  return leaves.subarray(right[node]! * model.classes, (right[node]! + 1) * model.classes);
}

describe('a forest', () => {
  it.each([1, 2, 7, 50])('of %i trees adds up the leaves that its trees lead to', (count) => {
    const trees = model.trees.slice(0, count);
    const forest = new Forest(trees, model.classes);
    const votes = new Int32Array(model.classes);
    for (const row of rows) {
      forest.vote(row, 0, votes);
      const leaves = trees.map((tree) => leafOf(tree, row));
      expect([...votes]).toEqual(
        Array.from(votes, (_, label) => leaves.reduce((sum, leaf) => sum + leaf[label]!, 0)),
      );
    }
    expect(forest.bytes).toBeGreaterThan(trees.reduce((sum, { feature }) => sum + 8 * feature.length, 0));
  });

  it('says how a share came about: from the share of all leaves to that of the row', () => {
    const forest = new Forest(model.trees, model.classes);
    const votes = new Int32Array(model.classes);
    const shareOf = (row: Float32Array) => {
      forest.vote(row, 0, votes);
      return votes[1]! / (255 * forest.size);
    };
    const sumOf = (row: Float32Array) => {
      const byFeature = new Float64Array(width);
      forest.explain(row, 0, 1, byFeature);
      return byFeature.reduce((sum, one) => sum + one, 0);
    };
    const [first, ...others] = rows;
    const begin = shareOf(first!) - sumOf(first!);
    for (const row of others) expect(shareOf(row) - sumOf(row)).toBeCloseTo(begin, 10);
  });
});

it('an answer does not depend on those before', () => {
  const classifier = new Classifier(model);
  const forwards = rows.map((row) => classifier.answer(row));
  const backwards = rows.toReversed().map((row) => classifier.answer(row));
  expect(backwards.reverse()).toEqual(forwards);
  expect(rows.map((row) => new Classifier(model).answer(row))).toEqual(forwards);
  const given = forwards.filter(({ pattern }) => pattern > 0).length;
  const refused = forwards.filter((answer) => answer.refused).length;
  expect([given > 10, refused > 10]).toEqual([true, true]);
});
