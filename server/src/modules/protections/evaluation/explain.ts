import {
  type Blocks,
  type Budget,
  computeReach,
  createProtectionEvaluator,
  type ExplainedAnswer,
  type ExplainedThreshold,
  explainAnswer,
  explainProtection,
  type InputNeed,
  type ProtectionProgram,
} from '@twinward/domain/evaluation';
import { joinBlocks } from '@twinward/domain/evaluation/model/points';
import type { Db } from '../../../platform/database/database.ts';
import type { InputSources } from '../definition/service.ts';
import { createInputReader } from './inputs.ts';
import { withModels } from './models-in-use.ts';
import { type InputReader, readExtent, slices } from './plan.ts';
import { assertFew, readBefore } from './preview.ts';

/** A protection's program and the time to explain. */
export interface ProtectionQuestion {
  program: ProtectionProgram;
  sources: InputSources;
  time: number;
}

/**
 * Explains the state of each threshold at a time, over all points that matter. Stores nothing.
 * @throws AppError `too-large` above the maximum number of points per call; BudgetExceeded.
 */
export async function explainProtectionAt(
  db: Db,
  question: ProtectionQuestion,
  budget?: Budget,
): Promise<ExplainedThreshold[]> {
  return withModels(db, [question.program], () => explain(db, question, budget));
}

async function explain(
  db: Db,
  { program, sources, time }: ProtectionQuestion,
  budget: Budget | undefined,
): Promise<ExplainedThreshold[]> {
  const { inputs } = program;
  const reader = createInputReader(db, inputs, sources);
  const reach = computeReach(program);
  const blocksBack = (needs: readonly InputNeed[]) => readBefore(needs, reader, time + 1);
  if (reach !== Number.POSITIVE_INFINITY) {
    await assertFew(inputs, reader, { after: time - reach, upTo: time });
    const before = await blocksBack(inputs.map((input) => ({ ...input, window: reach })));
    const blocks = await withEvidence(before, program, reader, time);
    return explainProtection(program, blocks, time, { budget });
  }
  // Every point counts: the evaluation reads them in parts, and the explained state continues from it.
  const after = Math.min(time, (await readExtent({ program }, reader)).oldest) - 1;
  await assertFew(inputs, reader, { after, upTo: time });
  const evaluator = createProtectionEvaluator(program);
  for await (const { blocks, upTo } of slices({ program }, reader, after, time - 1)) {
    evaluator.advance(blocks, upTo, { live: false, budget });
  }
  const history = await blocksBack(inputs);
  return explainProtection(program, await withEvidence(history, program, reader, time), time, {
    resume: { state: evaluator.save(), history },
    budget,
  });
}

/**
 * Explains the answer of a protection's model at a time. Stores nothing.
 * @throws AppError `too-large` above the maximum number of points per call; BudgetExceeded.
 */
export async function explainAnswerAt(
  db: Db,
  { program, sources, time }: ProtectionQuestion,
  budget?: Budget,
): Promise<ExplainedAnswer> {
  return withModels(db, [program], async () => {
    const { inputs } = program;
    const reader = createInputReader(db, inputs, sources);
    const window = Math.min(
      computeReach({ ...program, definition: { ...program.definition, thresholds: [] } }),
      year,
    );
    await assertFew(inputs, reader, { after: time - window, upTo: time });
    const needs = inputs.map((input) => ({ ...input, window }));
    const blocks = await withEvidence(await readBefore(needs, reader, time + 1), program, reader, time);
    return explainAnswer(program, blocks, time, budget);
  });
}

/** Milliseconds to look back if a condition of use may depend on all points. */
const year = 365 * 86_400_000;

/** Adds the points after a time that decide which points of the model's grid have an answer. */
async function withEvidence(
  blocks: Blocks,
  { classifier }: ProtectionProgram,
  reader: InputReader,
  time: number,
): Promise<Blocks> {
  if (!classifier) return blocks;
  const { inputs, step } = classifier.definition;
  const ahead = step + Math.max(...inputs.map(({ hold }) => hold));
  const all = new Map(blocks);
  for (const { alias } of inputs) {
    all.set(alias, joinBlocks(blocks.get(alias)!, await reader.read(alias, time, time + ahead)));
  }
  return all;
}
