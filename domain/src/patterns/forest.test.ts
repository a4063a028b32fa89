import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { trainSmallModel } from '../evaluation/testing/classifier.ts';
import { blockVotes } from './block-votes.ts';
import { featureCount } from './features.ts';
import { Forest } from './forest.ts';
import { Classifier } from './model.ts';
import { createRandom, type Random } from './random.ts';
import { readRows } from './training-rows.ts';
import type { Tree } from './tree.ts';
import { blockRows } from './vote-kernel.ts';

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

function findLeaf({ feature, threshold, right, leaves }: Tree, row: Float32Array): Uint8Array {
  let node = 0;
  while (feature[node]! >= 0) node = row[feature[node]!]! <= threshold[node]! ? node + 1 : right[node]!;
  return leaves.subarray(right[node]! * model.classes, (right[node]! + 1) * model.classes);
}

describe('a forest', () => {
  it.each([1, 2, 7, 50])('of %i trees sums the leaves that its trees lead to', (count) => {
    const trees = model.trees.slice(0, count);
    const forest = new Forest(trees, model.classes);
    const votes = new Int32Array(model.classes);
    for (const row of rows) {
      forest.vote(row, 0, votes);
      const leaves = trees.map((tree) => findLeaf(tree, row));
      expect([...votes]).toEqual(
        Array.from(votes, (_, label) => leaves.reduce((sum, leaf) => sum + leaf[label]!, 0)),
      );
    }
    expect(forest.bytes).toBeGreaterThan(trees.reduce((sum, { feature }) => sum + 8 * feature.length, 0));
  });

  it('explains a share: the contributions sum to the difference from the mean of all leaves', () => {
    const forest = new Forest(model.trees, model.classes);
    const votes = new Int32Array(model.classes);
    const computeShare = (row: Float32Array) => {
      forest.vote(row, 0, votes);
      return votes[1]! / (255 * forest.size);
    };
    const sumContributions = (row: Float32Array) => {
      const byFeature = new Float64Array(width);
      forest.explain(row, 0, 1, byFeature);
      return byFeature.reduce((sum, one) => sum + one, 0);
    };
    const [first, ...others] = rows;
    const begin = computeShare(first!) - sumContributions(first!);
    for (const row of others) expect(computeShare(row) - sumContributions(row)).toBeCloseTo(begin, 10);
  });
});

/** Few different values, so that features and thresholds are often equal. */
const drawn = [-1e30, -1, -0, 0, 0.1, 0.3, 1, 2, 1e30];
const draw = (random: Random, values: readonly number[]) => values[random.integer(values.length)]!;

/** A tree with random cuts and leaves, which may also have no shares at all. */
function drawTree(random: Random, features: number, classes: number): Tree {
  const feature: number[] = [];
  const threshold: number[] = [];
  const right: number[] = [];
  const leaves: number[] = [];
  const grow = (depth: number) => {
    const node = feature.length;
    const isLeaf = depth === 0 || random.integer(5) === 0;
    feature.push(isLeaf ? -1 : random.integer(features));
    threshold.push(isLeaf ? 0 : draw(random, drawn));
    right.push(isLeaf ? leaves.length / classes : 0);
    if (isLeaf) {
      const shares = new Array<number>(classes).fill(0);
      for (let left = draw(random, [0, 255, 255]); left > 0; ) {
        const share = random.integer(2) === 0 ? left : 1 + random.integer(left);
        shares[random.integer(classes)]! += share;
        left -= share;
      }
      leaves.push(...shares);
      return;
    }
    grow(depth - 1);
    right[node] = feature.length;
    grow(depth - 1);
  };
  grow(random.integer(9));
  return {
    feature: Int16Array.from(feature),
    threshold: Float32Array.from(threshold),
    right: Int32Array.from(right),
    leaves: Uint8Array.from(leaves),
  };
}

/** Rows that mostly repeat the values of the row before. */
function drawRows(random: Random, count: number, features: number): Float32Array {
  const drawnRows = new Float32Array(count * features);
  for (let i = 0; i < drawnRows.length; i++) {
    const isSame = i >= features && random.integer(8) > 0;
    drawnRows[i] = isSame
      ? drawnRows[i - features]!
      : draw(random, [...drawn, Number.NaN, Number.POSITIVE_INFINITY]);
  }
  return drawnRows;
}

describe('a block of rows', () => {
  it('gets the same votes as single rows, regardless of earlier forests', () => {
    expect(blockVotes()).not.toBeNull();
    const seeds = fc.integer();
    const shape = fc.record({
      seed: seeds,
      trees: fc.integer({ min: 1, max: 6 }),
      features: fc.integer({ min: 1, max: 11 }),
      classes: fc.integer({ min: 2, max: 12 }),
      count: fc.integer({ min: 1, max: blockRows }),
    });
    let before: (() => void) | null = null;
    fc.assert(
      fc.property(shape, ({ seed, trees, features, classes, count }) => {
        const random = createRandom(seed);
        const drawnTrees = Array.from({ length: trees }, () => drawTree(random, features, classes));
        const forest = new Forest(drawnTrees, classes);
        const block = drawRows(random, count, features);
        const check = () => {
          const votes = new Int32Array(count * classes).fill(7);
          forest.voteBlock(block, features, votes);
          const own = new Int32Array(classes);
          for (let row = 0; row < count; row++) {
            forest.vote(block, row * features, own);
            expect([...votes.subarray(row * classes, (row + 1) * classes)]).toEqual([...own]);
          }
        };
        check();
        before?.();
        before = check;
      }),
      { numRuns: 500 },
    );
  });

  it('gets the same answers from a model across several blocks', () => {
    const all = Float32Array.from(rows.flatMap((row) => [...row]));
    const classifier = new Classifier(model);
    expect(rows.length).toBeGreaterThan(2 * blockRows);
    expect(classifier.answerRows(all)).toEqual(rows.map((row) => classifier.answer(row)));
    expect(classifier.answerRows(new Float32Array(0))).toEqual([]);
  });

  it('gets the same votes without WebAssembly', async () => {
    const all = Float32Array.from(rows.flatMap((row) => [...row]));
    const answers = new Classifier(model).answerRows(all);
    vi.resetModules();
    vi.stubGlobal('WebAssembly', undefined);
    try {
      const { blockVotes: votesWithout } = await import('./block-votes.ts');
      const { Classifier: ClassifierWithout } = await import('./model.ts');
      expect(votesWithout()).toBeNull();
      expect(new ClassifierWithout(model).answerRows(all)).toEqual(answers);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

it('an answer does not depend on earlier answers', () => {
  const classifier = new Classifier(model);
  const forwards = rows.map((row) => classifier.answer(row));
  const backwards = rows.toReversed().map((row) => classifier.answer(row));
  expect(backwards.reverse()).toEqual(forwards);
  expect(rows.map((row) => new Classifier(model).answer(row))).toEqual(forwards);
  const given = forwards.filter(({ pattern }) => pattern > 0).length;
  const refused = forwards.filter((answer) => answer.refused).length;
  expect([given > 10, refused > 10]).toEqual([true, true]);
});
