import { Classifier, type PatternModel } from '../../patterns/model.ts';
import { createRandom } from '../../patterns/random.ts';
import { type TrainingSettings, trainModel } from '../../patterns/train.ts';
import type { TrainingRange } from '../../patterns/training-rows.ts';
import type { Models } from '../compile/program.ts';
import type { ClassifierDefinition } from '../model/definition.ts';

/** Step of the grid of the small model, in milliseconds. */
export const modelStep = 1000;
const windows = [2, 4];

function createRange(label: number, level: number, rows: number, seed: number): TrainingRange {
  const random = createRandom(seed);
  const noise = () => random.integer(1000) / 1000 - 0.5;
  const values = Float64Array.from({ length: 2 * rows }, (_, i) => (i % 2 === 0 ? level + noise() : noise()));
  return { label, grid: { start: 0, step: modelStep, inputs: 2, values }, lead: 0 };
}

const settings: TrainingSettings = {
  inputs: 2,
  classes: 3,
  windows,
  strictness: 'normal',
  confidence: 0.25,
};

/** A model of two inputs: the first is near 0 (no match), 5 (wear) or -5 (leak); the second is noise. */
export function trainSmallModel(): { model: PatternModel; classifier: Classifier; models: Models } {
  const ranges = [createRange(0, 0, 200, 1), createRange(1, 5, 90, 2), createRange(2, -5, 90, 4)];
  const { model } = trainModel(ranges, settings);
  const classifier = new Classifier(model);
  return { model, classifier, models: { get: () => classifier } };
}

export const smallPatterns = ['No match', 'Wear', 'Leak'];

/** @param holds in milliseconds, by input */
export function smallClassifier(
  aliases: readonly [string, string],
  holds: readonly [number, number],
  condition: string | null = null,
): ClassifierDefinition {
  return {
    checksum: 'small',
    step: modelStep,
    longest: windows.at(-1)!,
    inputs: aliases.map((alias, index) => ({ alias, hold: holds[index]! })),
    classes: [0, 1, 2],
    condition,
  };
}
