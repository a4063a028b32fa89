import { AnswerBatch } from '@twinward/domain/patterns/answer-batch';
import { FeatureStream } from '@twinward/domain/patterns/features';
import { type Grid, rowCount } from '@twinward/domain/patterns/grid';
import type { Classifier } from '@twinward/domain/patterns/model';
import { pushRow } from '@twinward/domain/patterns/training-rows';
import type { Db } from '../../../../platform/database/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { type LoadedModel, scanGrid } from '../../pattern-model/service.ts';
import { compileCondition, findTrueSpans, maskGrid } from '../condition.ts';
import { listConditionParameters, listPatternInputs, toSources } from '../sources.ts';

/** Maximum number of grid points per call. */
export const maximumAnswers = 200_000;

/** The answers of a model at the points of its grid. */
export interface Answers {
  /** Time of the first one, in epoch milliseconds. */
  start: number;
  step: number;
  /** Classes of the model; -1 for no answer. */
  classes: Int16Array;
  /** 1 if the gate refused the pattern that the trees chose. */
  refused: Uint8Array;
}

/**
 * Reads the answers of a model in from <= time < to.
 * @throws AppError `conflict` if an input of the model no longer exists, or the model cannot be read; `invalid-request`
 *   for more than 200,000 answers
 */
export async function readAnswers(
  db: Db,
  protectionId: number,
  model: LoadedModel,
  { from, to }: { from: number; to: number },
): Promise<Answers> {
  const { classifier, problem, step } = model;
  if (!classifier) throw new AppError('conflict', problem!);
  if ((to - from) / step > maximumAnswers) {
    const message = `At most ${maximumAnswers.toLocaleString('en-US')} answers at a time: please choose a shorter range.`;
    throw new AppError('invalid-request', message, { errors: [{ path: 'from', message }] });
  }
  const inputs = await listPatternInputs(db, protectionId);
  const own = model.inputs.map(({ tagAliasId, name, hold }) => {
    const input = inputs.find((one) => one.tagAliasId === tagAliasId);
    if (!input) throw new AppError('conflict', `The input [${name ?? tagAliasId}] of the model is gone.`);
    return { ...input, hold };
  });
  const { windows } = classifier.model.layout;
  const bounds = { from: Math.max(0, from - (windows.at(-1)! - 1) * step), to, step };
  const spans =
    model.condition === null
      ? null
      : await findTrueSpans(
          db,
          await compileCondition(
            db,
            model.condition,
            inputs,
            await listConditionParameters(db, protectionId, model.condition),
          ),
          toSources(inputs),
          bounds,
        );
  const start = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.ceil((to - start) / step));
  const answers = {
    start,
    step,
    classes: new Int16Array(count).fill(-1),
    refused: new Uint8Array(count),
  };
  const writer = new AnswerWriter(classifier, answers);
  for await (const block of scanGrid(db, own, bounds)) {
    if (spans) maskGrid(block, spans);
    writer.add(block);
  }
  return answers;
}

class AnswerWriter {
  readonly #answers: Answers;
  readonly #stream: FeatureStream;
  readonly #batch: AnswerBatch<number>;

  constructor(classifier: Classifier, answers: Answers) {
    this.#answers = answers;
    this.#stream = new FeatureStream(classifier.model.layout);
    this.#batch = new AnswerBatch(classifier, (at, { pattern, refused }) => {
      answers.classes[at] = pattern;
      answers.refused[at] = refused ? 1 : 0;
    });
  }

  /** Adds the next rows. */
  add(grid: Grid): void {
    const { start, step, classes } = this.#answers;
    for (let row = 0; row < rowCount(grid); row++) {
      if (!pushRow(this.#stream, grid, row)) continue;
      const at = Math.round((grid.start + row * grid.step - start) / step);
      if (at >= 0 && at < classes.length) this.#batch.add(this.#stream, at);
    }
    this.#batch.flush();
  }
}
