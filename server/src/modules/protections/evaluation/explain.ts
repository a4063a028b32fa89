import {
  type Budget,
  createProtectionEvaluator,
  type ExplainedThreshold,
  explainProtection,
  type InputNeed,
  type ProtectionProgram,
  reachOf,
} from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import type { InputSources } from '../definition/service.ts';
import { createInputReader } from './inputs.ts';
import { readExtent, slices } from './plan.ts';
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
  { program, sources, time }: ProtectionQuestion,
  budget?: Budget,
): Promise<ExplainedThreshold[]> {
  const { inputs } = program;
  const reader = createInputReader(db, inputs, sources);
  const reach = reachOf(program);
  const blocksBack = (needs: readonly InputNeed[]) => readBefore(needs, reader, time + 1);
  if (reach !== Number.POSITIVE_INFINITY) {
    await assertFew(inputs, reader, { after: time - reach, upTo: time });
    const blocks = await blocksBack(inputs.map((input) => ({ ...input, window: reach })));
    return explainProtection(program, blocks, time, { budget });
  }
  // All points count: an evaluation goes through them piece by piece, and what is asked about goes on from it.
  const after = Math.min(time, (await readExtent({ program }, reader)).oldest) - 1;
  await assertFew(inputs, reader, { after, upTo: time });
  const evaluator = createProtectionEvaluator(program);
  for await (const { blocks, upTo } of slices({ program }, reader, after, time - 1)) {
    evaluator.advance(blocks, upTo, { live: false, budget });
  }
  const history = await blocksBack(inputs);
  return explainProtection(program, history, time, {
    resume: { state: evaluator.save(), history },
    budget,
  });
}
