import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { dropStaged, openStaging, stagePoints, swapStaged } from '../../../series/index.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import { CalculationPacer, joined } from './calculate.ts';
import type { CalculationProgram, StoredCalculation } from './calculation.ts';
import { compileCalculation, createCalculationEvaluator } from './calculation-program.ts';
import {
  clearRecalculatedBy,
  deleteDueCalculations,
  readCalculations,
  updateRecalculated,
  updateRecalculatedBy,
} from './calculation-store.ts';
import { createInputReader } from './inputs.ts';
import { type EvaluationLimits, evaluationLimits } from './limits.ts';
import { planEvaluation, readExtent, slices } from './plan.ts';
import { extend, type History, noHistory } from './tracking.ts';
import { Turns } from './turns.ts';

/** Executes commands of type recalculate-tag, each within a step budget. */
export const recalculateTagWithin = (limits: EvaluationLimits): CommandHandler => ({
  run: (call) => recalculate(call, limits),
  clean: release,
});

export const recalculateTag = recalculateTagWithin(evaluationLimits);

/**
 * Recalculates all points of a tag. They are staged until complete, then replace the old ones in one transaction.
 * Meanwhile new points of the inputs wait, and are evaluated afterwards. An interrupted run starts over with its own
 * staging area.
 */
async function recalculate(call: CommandCall, limits: EvaluationLimits): Promise<Record<string, unknown>> {
  const tagId = call.input.tagId as number;
  const { stored, staging } = await call.transaction(async (transaction) => ({
    stored: await pauseEvaluation(transaction, tagId, call.commandId),
    staging: await openStaging(transaction, call.commandId),
  }));
  const compiled = compileCalculation(stored);
  if (!compiled.ok) throw new AppError('invalid-expression', compiled.problems[0]!);
  const { history, points } = await stageAll(call, stored, compiled.program, { staging, limits });
  await call.transaction(async (transaction) => {
    await call.progress(transaction, 99, { points });
    await swapStaged(transaction, tagId, staging);
    const isSaved = await updateRecalculated(transaction, stored, history, call.commandId);
    if (!isSaved) throw new AppError('conflict', 'The calculation of the tag was changed.');
  });
  return { points };
}

async function stageAll(
  { tenant: { db }, transaction, progress }: CommandCall,
  stored: StoredCalculation,
  program: CalculationProgram,
  { staging, limits }: { staging: number; limits: EvaluationLimits },
): Promise<{ history: History; points: number }> {
  const reader = createInputReader(db, stored.inputs, stored.sources);
  const plan = planEvaluation(stored, program, noHistory, null);
  const evaluator = createCalculationEvaluator(program);
  const { oldest, latest } = await readExtent(plan, reader);
  let history = noHistory;
  let points = 0;
  if (!(oldest <= latest)) return { history, points };
  const pacer = new CalculationPacer(evaluator, { turns: new Turns(), limits });
  let after = oldest - 1;
  for await (const { blocks, upTo } of slices(plan, reader, after, latest)) {
    const added = joined(await pacer.advance(blocks, after, upTo));
    after = upTo;
    history = extend(history, [evaluator.save()]);
    points += added.times.length;
    await transaction(async (own) => {
      await progress(own, (99 * (upTo - oldest + 1)) / (latest - oldest + 1), { points });
      await stagePoints(own, staging, added);
    });
  }
  return { history, points };
}

/**
 * Pauses live evaluation of the tag during this command, which includes the changes recorded so far.
 * @throws AppError `not-found` if the tag was deleted.
 */
async function pauseEvaluation(db: Db, tagId: number, commandId: string): Promise<StoredCalculation> {
  // Same lock order as live evaluation.
  await deleteDueCalculations(db, [tagId]);
  await updateRecalculatedBy(db, tagId, commandId);
  await dropStaged(db, commandId);
  return found((await readCalculations(db, [tagId])).get(tagId), 'Tag');
}

/** Resumes live evaluation if a recalculation ends without replacing the points, and deletes what its runs staged. */
async function release(db: Db, _input: unknown, commandId: string): Promise<void> {
  await clearRecalculatedBy(db, commandId);
  await dropStaged(db, commandId);
}
