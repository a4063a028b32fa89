import { createHash } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import type { PatternEvaluation } from '@twinward/contracts/protections/pattern-version';
import { classFigures, evaluateHeldOut, type HeldOut, macroF1 } from '@twinward/domain/patterns/evaluate';
import { learnFromRanges } from '@twinward/domain/patterns/expected';
import { serializeExpected } from '@twinward/domain/patterns/expected-bytes';
import { rowCount } from '@twinward/domain/patterns/grid';
import { serializeModel } from '@twinward/domain/patterns/serialize';
import { NoRows, type TrainingSettings, trainModel } from '@twinward/domain/patterns/train';
import type { TrainingRange } from '@twinward/domain/patterns/training-rows';
import type { ModelBand, TrainingInput } from '../../../../platform/database/pattern-columns.ts';
import type { PreparedTraining } from './prepare.ts';
import { findWarnings } from './warnings.ts';

/** A training as it is sent to a thread. */
export interface TrainingWork {
  input: TrainingInput;
  prepared: PreparedTraining;
  /** Receives the completed share, 0 to 1. */
  progress: MessagePort;
}

export interface TrainingResult {
  model: Uint8Array;
  /** SHA-256, hexadecimal. */
  modelChecksum: string;
  /** By input. */
  scale: { mean: number; standardDeviation: number }[];
  bands: (ModelBand | null)[][];
  /** Serialized expected values; null if the default pattern has too few rows. */
  expected: Uint8Array | null;
  evaluation: PatternEvaluation;
}

/** The model, or why no model could be trained. */
export type TrainingAnswer = { result: TrainingResult } | { problem: string };

/** Minimum number of rows of a pattern. */
const leastRows = 10;
/**
 * If the gate refuses more than this share of the rows that the trees classify correctly, the lenient setting is
 * proposed.
 */
const muchRefused = 0.2;

/** Trains a model, and tests it on held-out ranges. Deterministic: the same work gives the same bytes. */
export function trainPatterns({ input, prepared, progress }: TrainingWork): TrainingAnswer {
  const { ranges, windows } = prepared;
  const settings: TrainingSettings = {
    inputs: input.inputs.length,
    classes: input.patterns.length,
    windows,
    strictness: input.strictness,
    confidence: input.confidence,
  };
  try {
    const heldOut = evaluateHeldOut(ranges, settings, (done) => progress.postMessage(0.5 * done));
    const { model, rows, importance } = trainModel(ranges, settings, (done) =>
      progress.postMessage(0.5 + 0.5 * done),
    );
    const few = rows.findIndex((count) => count < leastRows);
    if (few >= 0) return { problem: tooFew(input, prepared, few, rows[few]!) };
    const expected = learnFromRanges(ranges, settings.inputs);
    const bytes = serializeModel(model);
    return {
      result: {
        model: bytes,
        modelChecksum: createHash('sha256').update(bytes).digest('hex'),
        scale: Array.from(model.layout.centers, (mean, index) => ({
          mean,
          standardDeviation: model.layout.scales[index]!,
        })),
        bands: computeBands(ranges, settings),
        expected: expected && serializeExpected(expected),
        evaluation: evaluate(input, prepared, { heldOut, rows, importance }),
      },
    };
  } catch (error) {
    if (error instanceof NoRows) return { problem: tooFew(input, prepared, error.label, 0) };
    throw error;
  }
}

function tooFew(
  { patterns }: TrainingInput,
  { step, windows }: PreparedTraining,
  label: number,
  rows: number,
): string {
  const count = rows === 0 ? 'no complete row' : `${rows} complete ${rows === 1 ? 'row' : 'rows'}`;
  return `${patterns[label]!.name} has ${count} at a step of ${step / 1000} s to train on and test on; at least ${leastRows} are needed. A row is complete where each input has a value for ${windows.at(-1)} steps. Please give it longer ranges, or set a shorter step.`;
}

interface Trained {
  heldOut: HeldOut;
  rows: readonly number[];
  importance: readonly number[];
}

function evaluate(
  { inputs, patterns }: TrainingInput,
  { ranges, leftOut }: PreparedTraining,
  { heldOut, rows, importance }: Trained,
): PatternEvaluation {
  const { confusion, wholeRange, refused } = heldOut;
  const figures = classFigures(confusion);
  const evaluation: Omit<PatternEvaluation, 'warnings'> = {
    confusion,
    patterns: patterns.map(({ id, name }, label) => ({
      patternId: id,
      name,
      ranges: ranges.filter((range) => range.label === label).length,
      samples: rows[label]!,
      isWholeRange: wholeRange[label]!,
      ...figures[label]!,
    })),
    refused,
    macroF1: macroF1(confusion),
    inputs: inputs
      .map(({ tagAliasId, name }, index) => ({
        tagAliasId,
        tagAliasName: name,
        importance: importance[index]!,
      }))
      .sort((one, other) => other.importance - one.importance),
    leftOut,
    suggestsLenient: refused !== null && refused > muchRefused,
  };
  return { ...evaluation, warnings: findWarnings(evaluation, constantInputs(inputs, ranges)) };
}

/** Returns the names of the inputs that have the same value in all rows. */
function constantInputs(inputs: TrainingInput['inputs'], ranges: readonly TrainingRange[]): string[] {
  return inputs.flatMap(({ name }, column) => {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const { grid } of ranges) {
      for (let i = column; i < grid.values.length; i += grid.inputs) {
        const value = grid.values[i]!;
        if (value < least) least = value;
        if (value > most) most = value;
      }
    }
    return least < most ? [] : [name];
  });
}

/** Returns, by class and input, the 5 % and the 95 % quantile of the values in the ranges, without leads. */
function computeBands(
  ranges: readonly TrainingRange[],
  { inputs, classes }: TrainingSettings,
): (ModelBand | null)[][] {
  return Array.from({ length: classes }, (_, label) => {
    const own = ranges.filter((range) => range.label === label);
    const most = own.reduce((sum, { grid, lead }) => sum + rowCount(grid) - lead, 0);
    const values = new Float64Array(most);
    return Array.from({ length: inputs }, (__, column): ModelBand | null => {
      let count = 0;
      for (const { grid, lead } of own) {
        for (let i = lead * inputs + column; i < grid.values.length; i += inputs) {
          if (!Number.isNaN(grid.values[i]!)) values[count++] = grid.values[i]!;
        }
      }
      if (count === 0) return null;
      const sorted = values.subarray(0, count).sort();
      return [sorted[Math.floor(0.05 * count)]!, sorted[Math.min(count - 1, Math.floor(0.95 * count))]!];
    });
  });
}
