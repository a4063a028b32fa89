import { BudgetExceeded } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import type { Logger } from '../../../platform/process/log.ts';
import { type BatchResult, notEvaluated, runBatch } from './batch-runner.ts';
import { calculateFrom, calculateOn } from './calculate.ts';
import type { Calculated, CalculationPlan, PreparedCalculation } from './calculation.ts';
import { compileCalculation } from './calculation-program.ts';
import {
  type DueCalculation,
  deleteDueCalculations,
  lockDueCalculations,
  readCalculationHistories,
  readCalculations,
  updateCalculationError,
  upsertCalculated,
} from './calculation-store.ts';
import { createInputReader } from './inputs.ts';
import { type EvaluationLimits, evaluationLimits } from './limits.ts';
import { readPlanned } from './new-points.ts';
import { planEvaluation, planFrom } from './plan.ts';
import type { PreparedCache } from './prepared-cache.ts';
import { type Overrun, saveCalculationOverruns } from './set-aside.ts';
import { Turns, type Work } from './turns.ts';

const calculationsPerBatch = 1000;
/** Milliseconds after which a batch ends, so that items behind slow calculations do not wait long. */
const batchTime = 500;

/**
 * Calculates some of the due calculated tags whose inputs are settled, in one transaction on one snapshot. Their points
 * are logged like those of any tag, so that their readers become due.
 */
export async function calculateDue(
  db: Db,
  cache: PreparedCache<PreparedCalculation>,
  log: Logger,
  limits = evaluationLimits,
): Promise<BatchResult> {
  return runBatch(
    {
      what: 'calculated tags',
      size: calculationsPerBatch,
      evaluate: (limit) => calculateBatch(db, cache, limit, limits),
      setAside: () => setAside(db),
    },
    log,
  );
}

function setAside(db: Db): Promise<BatchResult> {
  return withTransaction(db, async (transaction) => {
    const due = await lockDueCalculations(transaction, 1);
    for (const { tagId } of due) await updateCalculationError(transaction, tagId, notEvaluated);
    return finish(transaction, due);
  });
}

async function calculateBatch(
  db: Db,
  cache: PreparedCache<PreparedCalculation>,
  limit: number,
  limits: EvaluationLimits,
): Promise<BatchResult> {
  const calculated: Calculated[] = [];
  const result = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const due = await lockDueCalculations(transaction, limit);
      if (due.length === 0) return { dueSince: [], isBehind: false };
      const work = { turns: new Turns(), limits };
      const unfinished = new Set<number>();
      const plans = await planAll(transaction, due, cache, work.turns, unfinished);
      const { ready, left } = await readPlanned(transaction, plans);
      const until = Date.now() + batchTime;
      const calculations = [
        ...ready.map(({ plan, blocks }) => ({ plan, run: () => calculateOn(plan, blocks, work) })),
        ...left.map((plan) => ({ plan, run: () => calculateByPieces(transaction, plan, work) })),
      ];
      const overruns: Omit<Overrun, 'since'>[] = [];
      for (const [index, { plan, run }] of calculations.entries()) {
        const { tagId } = plan.stored;
        // The first one always runs, so that every batch makes progress.
        if (index > 0 && Date.now() >= until) unfinished.add(tagId);
        else {
          const result = await run().catch(toOverrun);
          if (!('overrun' in result)) calculated.push(result);
          else {
            unfinished.add(tagId);
            overruns.push({ id: tagId, message: result.overrun });
          }
        }
      }
      await upsertCalculated(transaction, calculated);
      await saveCalculationOverruns(transaction, overruns);
      return finish(
        transaction,
        due.filter((one) => !unfinished.has(one.tagId)),
        unfinished.size > 0,
      );
    });
  // After the commit: the cache must match what is stored.
  for (const { prepared } of calculated) cache.put(prepared.stored.tagId, prepared);
  return result;
}

async function finish(db: Db, done: readonly DueCalculation[], isBehind = false): Promise<BatchResult> {
  await deleteDueCalculations(
    db,
    done.map((one) => one.tagId),
  );
  return { dueSince: done.map((one) => one.dueSince), isBehind };
}

/**
 * Plans the tags that can be compiled in time; at least one.
 * @param unfinished receives the others
 */
async function planAll(
  db: Db,
  due: readonly DueCalculation[],
  cache: PreparedCache<PreparedCalculation>,
  turns: Turns,
  unfinished: Set<number>,
): Promise<CalculationPlan[]> {
  const plans: CalculationPlan[] = [];
  const left: DueCalculation[] = [];
  for (const one of due) {
    const prepared = cache.take(one.tagId);
    const current = prepared?.token === one.token && prepared.stored.version === one.version;
    const plan = prepared && current ? planFrom(prepared, one.since) : null;
    if (plan) plans.push(plan);
    else left.push(one);
  }
  const ids = left.map((one) => one.tagId);
  const calculations = await readCalculations(db, ids);
  const histories = await readCalculationHistories(db, ids);
  const until = Date.now() + batchTime;
  for (const [index, { tagId, since }] of left.entries()) {
    await turns.pause();
    if (index > 0 && Date.now() >= until) {
      unfinished.add(tagId);
      continue;
    }
    const stored = calculations.get(tagId)!;
    const compiled = compileCalculation(stored);
    if (compiled.ok) plans.push(planEvaluation(stored, compiled.program, histories.get(tagId)!, since));
    else await updateCalculationError(db, tagId, compiled.problems.join('\n'));
  }
  return plans;
}

function calculateByPieces(db: Db, plan: CalculationPlan, work: Work): Promise<Calculated> {
  const { inputs, sources } = plan.stored;
  return calculateFrom(plan, createInputReader(db, inputs, sources), work);
}

function toOverrun(error: Error): { overrun: string } {
  if (error instanceof BudgetExceeded) return { overrun: error.message };
  throw error;
}
