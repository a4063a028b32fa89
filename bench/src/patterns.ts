import { FeatureStream, featureCount } from '@twinward/domain/patterns/features';
import { rowCount } from '@twinward/domain/patterns/grid';
import { Classifier, type PatternModel, type Strictness } from '@twinward/domain/patterns/model';
import { serializeModel } from '@twinward/domain/patterns/serialize';
import { judge } from '@twinward/domain/patterns/testing/judge';
import {
  type Process,
  processWindows,
  readProcess,
  trainedFaults,
} from '@twinward/domain/patterns/testing/process';
import { leastFound, SimilarRuns, soughtFaults } from '@twinward/domain/patterns/testing/recall';
import { type TrainingSettings, trainModel } from '@twinward/domain/patterns/train';
import { pushRow, type TrainingRange } from '@twinward/domain/patterns/training-rows';
import { expectedRows } from './patterns/expected.ts';
import { extraTreesRows } from './patterns/extra-trees.ts';
import { atLeast, atMost, type BenchRow, processorSeconds } from './row.ts';

const variables = 20;
/** Number of seconds for which answers are measured. */
const answering = 3;
/** Maximum fraction of rows of untrained faults whose answer is a pattern. No limit for lenient models. */
const mostUnknown: Record<Strictness, number> = { lenient: 1, normal: 0.25, strict: 0.12 };
/** Rows of the largest training. */
const manyRows = 100_000;

/** Measures the classifier of pattern protections on the Tennessee Eastman process against required figures. */
export async function patternsBench(): Promise<BenchRow[]> {
  const data = readProcess();
  const rows: BenchRow[] = [];
  for (const strictness of ['lenient', 'normal', 'strict'] as const) {
    const { model, seconds } = train(data.training, strictness);
    const { rate, rateOfMany } = answerRates(model, data);
    rows.push(
      ...toRows(strictness, model, data),
      atMost(`training, ${strictness}`, seconds, 's', 10),
      atMost(`a serialised model, ${strictness}`, serializeModel(model).length / 1000, 'KB', 300),
      atLeast(`answers, ${strictness}`, rate, '/s', 200_000),
      atLeast(`answers to many rows, ${strictness}`, rateOfMany, '/s', 200_000),
    );
    if (strictness === 'normal') {
      rows.push(...(await extraTreesRows(data, model.layout, { seconds, rate, rateOfMany })));
    }
  }
  const runs = new SimilarRuns(data);
  for (const fault of soughtFaults) {
    const name = `of 10 stretches most like one of fault ${fault}, those of that fault`;
    rows.push(atLeast(name, runs.count(fault), '', leastFound));
  }
  rows.push(...expectedRows(data));
  rows.push(
    atMost(`training on ${manyRows} rows`, train(repeated(data.training), 'normal').seconds, 's', 40),
  );
  return rows;
}

function train(training: readonly TrainingRange[], strictness: Strictness) {
  const settings: TrainingSettings = {
    inputs: variables,
    classes: trainedFaults.length,
    windows: processWindows,
    strictness,
    confidence: 0.25,
  };
  const before = processorSeconds();
  const { model } = trainModel(training, settings);
  return { model, seconds: processorSeconds() - before };
}

function toRows(strictness: Strictness, model: PatternModel, data: Process): BenchRow[] {
  const { macroF1, falseAlarms, unknown } = judge(model, data);
  const rows = [
    atLeast(`macro-F1, ${strictness}`, macroF1, '', strictness === 'strict' ? 0.87 : 0.88),
    atMost(`normal rows given a pattern, ${strictness}`, falseAlarms, '', 0.02),
  ];
  const name = `rows of untrained faults given a pattern, ${strictness}`;
  rows.push(atMost(name, unknown, '', mostUnknown[strictness]));
  return rows;
}

/** Returns answers per second for given features: row by row, and for all in one call. */
function answerRates(model: PatternModel, { tests }: Process): { rate: number; rateOfMany: number } {
  const stream = new FeatureStream(model.layout);
  const width = featureCount(model.layout);
  const features = new Float32Array(tests.reduce((sum, { grid }) => sum + rowCount(grid), 0) * width);
  let count = 0;
  for (const { grid } of tests) {
    stream.reset();
    for (let row = 0; row < rowCount(grid); row++) {
      if (pushRow(stream, grid, row)) stream.read(features, width * count++);
    }
  }
  const classifier = new Classifier(model);
  const all = features.subarray(0, count * width);
  const measure = (answer: () => void) => {
    const before = processorSeconds();
    let answers = 0;
    for (; processorSeconds() - before < answering; answers += count) answer();
    return answers / (processorSeconds() - before);
  };
  return {
    rate: measure(() => {
      for (let i = 0; i < count; i++) classifier.answer(features, i * width);
    }),
    rateOfMany: measure(() => classifier.answerRows(all)),
  };
}

/** Repeats the runs, each time with different small noise, until there are enough rows. */
function repeated(training: readonly TrainingRange[]): TrainingRange[] {
  const total = training.reduce((sum, { grid }) => sum + rowCount(grid), 0);
  const times = Math.ceil(manyRows / total);
  return Array.from({ length: times }, (_, round) =>
    training.map((range) => {
      const values = range.grid.values.map((value, i) => value * (1 + 0.001 * Math.sin(i * (round + 1))));
      return { ...range, grid: { ...range.grid, values } };
    }),
  ).flat();
}
