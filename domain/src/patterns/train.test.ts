import { beforeAll, describe, expect, it } from 'vitest';
import { classFigures, evaluateHeldOut, splitHeldOut } from './evaluate.ts';
import { FeatureStream, featureCount } from './features.ts';
import { Classifier, noMatch, type Strictness } from './model.ts';
import { createRandom } from './random.ts';
import { serializeModel } from './serialize.ts';
import { judge } from './testing/judge.ts';
import { type Process, processWindows, readProcess, trainedFaults } from './testing/process.ts';
import { NoRows, proposeWindows, type TrainingSettings, trainModel } from './train.ts';
import type { TrainingRange } from './training-rows.ts';

/** A range of two inputs: the first around a level, the second noise. */
function createRange(label: number, level: number, rows: number, seed: number): TrainingRange {
  const random = createRandom(seed);
  const noise = () => random.integer(1000) / 1000 - 0.5;
  const values = Float64Array.from({ length: 2 * rows }, (_, i) => (i % 2 === 0 ? level + noise() : noise()));
  return { label, grid: { start: 0, step: 1000, inputs: 2, values }, lead: 0 };
}

const settings: TrainingSettings = {
  inputs: 2,
  classes: 3,
  windows: [2, 5],
  strictness: 'normal',
  confidence: 0.25,
};
const ranges = [
  createRange(0, 0, 200, 1),
  createRange(1, 5, 60, 2),
  createRange(1, 5, 60, 3),
  createRange(2, -5, 90, 4),
];

describe('training', () => {
  it('returns the same bytes for the same ranges', () => {
    const bytes = () => serializeModel(trainModel(ranges, settings).model);
    expect(Buffer.compare(bytes(), bytes())).toBe(0);
  });

  it('recognises the classes, and the input that distinguishes them', () => {
    const { model, rows, importance } = trainModel(ranges, settings);
    expect(rows).toEqual([196, 112, 86]);
    expect(importance[0]).toBeGreaterThan(0.9);
    expect(importance[0]! + importance[1]!).toBeCloseTo(1, 12);
    const figures = classFigures(evaluateHeldOut(ranges, settings).confusion);
    for (const { precision, recall } of figures) {
      expect(precision).toBeGreaterThan(0.95);
      expect(recall).toBeGreaterThan(0.95);
    }
    expect(classify(model, createRange(1, 5, 10, 9))).toMatchObject({ pattern: 1, refused: false });
  });

  it('rejects rows that differ from all training rows, unless it is lenient', () => {
    const strange = createRange(1, 60, 10, 9);
    const answerWith = (strictness: Strictness) =>
      classify(trainModel(ranges, { ...settings, strictness }).model, strange);
    expect(answerWith('lenient')).toMatchObject({ pattern: 1, refused: false });
    expect(answerWith('normal')).toMatchObject({ pattern: noMatch, refused: true });
    expect(answerWith('strict')).toMatchObject({ pattern: noMatch, refused: true });
  });

  it('explains an answer by input', () => {
    const { model } = trainModel(ranges, settings);
    const features = computeFeatures(model, createRange(1, 5, 10, 9));
    const classifier = new Classifier(model);
    const contributions = classifier.contributions(features, 0, 1);
    expect(contributions[0]).toBeGreaterThan(0.3);
    expect(Math.abs(contributions[1]!)).toBeLessThan(0.1);
    expect(classifier.shares(features).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('can be canceled by the progress callback', () => {
    const done: number[] = [];
    const stop = () =>
      trainModel(ranges, settings, (share) => {
        done.push(share);
        if (share > 0.5) throw new Error('canceled');
      });
    expect(stop).toThrow('canceled');
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(done.length).toBeGreaterThan(10);
  });

  it('reports the class without a complete row', () => {
    const short = createRange(2, -5, 4, 1);
    expect(() => trainModel([...ranges.slice(0, 3), short], settings)).toThrow(NoRows);
    const gaps = createRange(2, -5, 40, 1);
    for (let row = 0; row < 40; row += 4) gaps.grid.values[2 * row] = Number.NaN;
    expect(() => trainModel([...ranges.slice(0, 3), gaps], settings)).toThrow('class 2');
  });

  it('learns a rare pattern among more rows than the maximum', () => {
    const rare = createRange(2, -5, 16, 4);
    const many = [createRange(0, 0, 150_000, 1), createRange(1, 5, 1000, 2)];
    const { model, rows } = trainModel([...many, rare], { ...settings, strictness: 'lenient' });
    expect(rows[0]).toBeLessThan(100_000);
    expect(rows.slice(1)).toEqual([659, 12]);
    expect(classify(model, createRange(2, -5, 10, 9)).pattern).toBe(2);
  });

  it('fills windows from the rows before a range', () => {
    const range = { ...createRange(2, -5, 10, 1), lead: 6 };
    expect(trainModel([...ranges.slice(0, 3), range], settings).rows[2]).toBe(4);
  });

  it('proposes windows that fit a range', () => {
    expect(proposeWindows(480)).toEqual([4, 16, 40]);
    expect(proposeWindows(12)).toEqual([1, 2, 4]);
    expect(proposeWindows(1)).toEqual([1, 2, 3]);
  });
});

it('holds out whole ranges, or the end of a single one', () => {
  const { kept, held, wholeRange } = splitHeldOut(ranges, 3);
  expect(wholeRange).toEqual([false, true, false]);
  expect(kept.map(({ label, grid }) => [label, grid.values.length / 2])).toEqual([
    [0, 134],
    [1, 60],
    [2, 60],
  ]);
  expect(held.map(({ label, lead }) => [label, lead])).toEqual([
    [0, 134],
    [1, 0],
    [2, 60],
  ]);
});

describe('a model of the Tennessee Eastman process', () => {
  let data: Process;
  beforeAll(() => {
    data = readProcess();
  });

  it.each([
    ['lenient', 0.88, 1, '1d699ab431242aff6eaddb2b5b0255ce049311ed3e5b54231d699e42ae07b934'],
    ['normal', 0.88, 0.25, '240d47973fdcc0ece679fdc99f909571765b1c0fa42d12831898f5b3bb50d675'],
    ['strict', 0.87, 0.12, '94dcf92fbc0d0a27c2a17f755b04bfbe069c1caa52acd1d118d84b3210edd171'],
  ] as const)('recognises the trained faults: %s', (strictness, leastF1, mostUnknown, digest) => {
    const { model } = trainModel(data.training, {
      inputs: 20,
      classes: trainedFaults.length,
      windows: processWindows,
      strictness,
      confidence: 0.25,
    });
    const judged = judge(model, data);
    expect(judged.macroF1).toBeGreaterThanOrEqual(leastF1);
    expect(judged.falseAlarms).toBeLessThanOrEqual(0.02);
    expect(judged.unknown).toBeLessThanOrEqual(mostUnknown);
    // Optimisations must not change answers. Only changes of the learned model may.
    expect(judged.digest).toBe(digest);
    expect(serializeModel(model).length).toBeLessThanOrEqual(300_000);
  });
});

function computeFeatures(
  model: ReturnType<typeof trainModel>['model'],
  { grid }: TrainingRange,
): Float32Array {
  const stream = new FeatureStream(model.layout);
  const features = new Float32Array(featureCount(model.layout));
  for (let row = 0; row < grid.values.length; row += grid.inputs) stream.push(grid.values, row);
  stream.read(features, 0);
  return features;
}

const classify = (model: ReturnType<typeof trainModel>['model'], range: TrainingRange) =>
  new Classifier(model).answer(computeFeatures(model, range));
