import { AnswerBatch } from './answer-batch.ts';
import { FeatureStream } from './features.ts';
import { rowCount } from './grid.ts';
import { Classifier, noMatch, type PatternModel } from './model.ts';
import { type Progress, type TrainingSettings, trainModel } from './train.ts';
import { pushRow, type TrainingRange } from './training-rows.ts';

/** The results of a model on ranges that it was not trained on. */
export interface HeldOut {
  /** Number of rows by true class and answer. */
  confusion: number[][];
  /** By class: whether a whole range was held out, or only the last third of its single range. */
  wholeRange: boolean[];
  /** Fraction of the rows with a correct pattern by the trees that the gate rejected. Null without such rows. */
  refused: number | null;
}

interface ClassFigures {
  /** Fraction of the rows with this answer that belong to the class. Null without such rows. */
  precision: number | null;
  /** Fraction of the rows of the class with this answer. Null without such rows. */
  recall: number | null;
}

/**
 * Splits ranges into training and test data. The test data of a class are its last range, or the last third of its only
 * range. They are never single rows, because rows that are adjacent in time are nearly equal.
 */
export function splitHeldOut(
  ranges: readonly TrainingRange[],
  classes: number,
): { kept: TrainingRange[]; held: TrainingRange[]; wholeRange: boolean[] } {
  const kept: TrainingRange[] = [];
  const held: TrainingRange[] = [];
  const wholeRange: boolean[] = [];
  for (let label = 0; label < classes; label++) {
    const own = ranges.filter((range) => range.label === label);
    wholeRange.push(own.length > 1);
    if (own.length > 1) {
      kept.push(...own.slice(0, -1));
      held.push(own.at(-1)!);
    } else for (const range of own) divide(range, kept, held);
  }
  return { kept, held, wholeRange };
}

function divide(range: TrainingRange, kept: TrainingRange[], held: TrainingRange[]): void {
  const { grid, lead } = range;
  const cut = lead + Math.ceil(((rowCount(grid) - lead) * 2) / 3);
  const first = { ...grid, values: grid.values.subarray(0, cut * grid.inputs) };
  kept.push({ ...range, grid: first });
  held.push({ ...range, lead: cut });
}

/** Trains on a part of the ranges and tests on the rest. @throws NoRows */
export function evaluateHeldOut(
  ranges: readonly TrainingRange[],
  settings: TrainingSettings,
  progress?: Progress,
): HeldOut {
  const { kept, held, wholeRange } = splitHeldOut(ranges, settings.classes);
  const { model } = trainModel(kept, settings, progress);
  return { ...testModel(model, held), wholeRange };
}

/** Answers the rows of ranges. Skips rows with an incomplete window or a missing value. */
function testModel(model: PatternModel, ranges: readonly TrainingRange[]): Omit<HeldOut, 'wholeRange'> {
  const { classes, layout } = model;
  const confusion = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  const classifier = new Classifier(model);
  const stream = new FeatureStream(layout);
  let right = 0;
  let refused = 0;
  const batch = new AnswerBatch<number>(classifier, (label, answer) => {
    confusion[label]![answer.pattern]! += 1;
    if (label === noMatch || answer.named !== label) return;
    right += 1;
    if (answer.refused) refused += 1;
  });
  for (const { label, grid, lead } of ranges) {
    stream.reset();
    for (let row = 0; row < rowCount(grid); row++) {
      if (pushRow(stream, grid, row) && row >= lead) batch.add(stream, label);
    }
  }
  batch.flush();
  return { confusion, refused: right === 0 ? null : refused / right };
}

/** Precision and recall of each class. */
export function classFigures(confusion: readonly (readonly number[])[]): ClassFigures[] {
  return confusion.map((own, label) => {
    const right = own[label]!;
    const ofClass = own.reduce((sum, count) => sum + count, 0);
    const answered = confusion.reduce((sum, counts) => sum + counts[label]!, 0);
    return {
      precision: answered === 0 ? null : right / answered,
      recall: ofClass === 0 ? null : right / ofClass,
    };
  });
}

/** The mean of the F1 scores of all classes, 0 to 1. */
export function macroF1(confusion: readonly (readonly number[])[]): number {
  const scores = confusion.map((own, label) => {
    const ofClass = own.reduce((sum, count) => sum + count, 0);
    const answered = confusion.reduce((sum, counts) => sum + counts[label]!, 0);
    return ofClass + answered === 0 ? 0 : (2 * own[label]!) / (ofClass + answered);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
