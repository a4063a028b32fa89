import { compileCalculatedTag } from '@twinward/domain/evaluation';
import type { Db } from '../../platform/database.ts';
import type { Logger } from '../../platform/log.ts';
import { type BatchResult, notEvaluated, runBatch } from './batch-runner.ts';
import {
  type Calculated,
  type CalculationPlan,
  calculateFrom,
  calculateOn,
  type PreparedCalculation,
} from './calculate.ts';
import {
  type DueCalculation,
  deleteDueCalculations,
  lockDueCalculations,
  readCalculationHistories,
  readCalculations,
  storeCalculated,
  storeCalculationError,
} from './calculation-store.ts';
import { createInputReader } from './inputs.ts';
import { readPlanned } from './new-points.ts';
import { planEvaluation, planFrom } from './plan.ts';
import type { PreparedCache } from './prepared-cache.ts';

const calculationsPerBatch = 1000;
/** A batch ends after so long, that what waits behind slow calculations is soon seen to. */
const batchTime = 500;

/**
 * Calculates some of the calculated tags that are due and whose inputs are settled, in one transaction on
 * one snapshot. Their points are logged as those of any tag: what reads them is due next.
 */
export async function calculateDue(
  db: Db,
  cache: PreparedCache<PreparedCalculation>,
  log: Logger,
): Promise<BatchResult> {
  return runBatch(
    {
      what: 'calculated tags',
      size: calculationsPerBatch,
      evaluate: (limit) => calculateBatch(db, cache, limit),
      putAside: () => putAside(db),
    },
    log,
  );
}

function putAside(db: Db): Promise<BatchResult> {
  return db.transaction().execute(async (transaction) => {
    const due = await lockDueCalculations(transaction, 1);
    for (const { tagId } of due) await storeCalculationError(transaction, tagId, notEvaluated);
    return finish(transaction, due);
  });
}

async function calculateBatch(
  db: Db,
  cache: PreparedCache<PreparedCalculation>,
  limit: number,
): Promise<BatchResult> {
  const calculated: Calculated[] = [];
  const result = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const until = Date.now() + batchTime;
      const due = await lockDueCalculations(transaction, limit);
      if (due.length === 0) return { dueSince: [] };
      const { ready, left } = await readPlanned(transaction, await planAll(transaction, due, cache));
      for (const { plan, blocks } of ready) calculated.push(calculateOn(plan, blocks));
      const skipped = await calculateByPieces(transaction, left, until, calculated);
      await storeCalculated(transaction, calculated);
      return finish(
        transaction,
        due.filter((one) => !skipped.has(one.tagId)),
      );
    });
  // Only now is what they hold also what is stored.
  for (const { prepared } of calculated) cache.put(prepared.stored.tagId, prepared);
  return result;
}

async function finish(db: Db, done: readonly DueCalculation[]): Promise<BatchResult> {
  await deleteDueCalculations(
    db,
    done.map((one) => one.tagId),
  );
  return { dueSince: done.map((one) => one.dueSince) };
}

async function planAll(
  db: Db,
  due: readonly DueCalculation[],
  cache: PreparedCache<PreparedCalculation>,
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
  for (const { tagId, since } of left) {
    const stored = calculations.get(tagId)!;
    const compiled = compileCalculatedTag(stored.logic, stored.inputs);
    if (compiled.ok) plans.push(planEvaluation(stored, compiled.program, histories.get(tagId)!, since));
    else await storeCalculationError(db, tagId, compiled.errors.map(({ message }) => message).join('\n'));
  }
  return plans;
}

/** Evaluates plans of many points, while there is time. Returns the tags that it did not come to. */
async function calculateByPieces(
  db: Db,
  plans: readonly CalculationPlan[],
  until: number,
  calculated: Calculated[],
): Promise<ReadonlySet<number>> {
  for (const [i, plan] of plans.entries()) {
    // The first is evaluated however late it is, so that every batch gets on.
    if (Date.now() > until && (i > 0 || calculated.length > 0)) {
      return new Set(plans.slice(i).map(({ stored }) => stored.tagId));
    }
    const { inputs, tagIds } = plan.stored;
    calculated.push(await calculateFrom(plan, createInputReader(db, inputs, tagIds)));
  }
  return new Set();
}
