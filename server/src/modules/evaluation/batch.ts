import { compileProtection, type PointBlock, type ThresholdError } from '@twinward/domain/evaluation';
import type { Db } from '../../platform/database.ts';
import { publish } from '../../platform/live-events.ts';
import type { Logger } from '../../platform/log.ts';
import { type Points, readNewPoints } from '../../series/index.ts';
import { readDefinitions, type StoredDefinition } from './definition.ts';
import {
  type Evaluation,
  evaluateFrom,
  evaluateOn,
  neededAfter,
  type Plan,
  planAtHand,
  planEvaluation,
} from './evaluate.ts';
import { createInputReader } from './inputs.ts';
import type { PreparedCache } from './prepared-cache.ts';
import {
  type DueProtection,
  deleteDue,
  lockDue,
  readHistories,
  storeError,
  storeEvaluations,
} from './store.ts';
import { noHistory } from './tracking.ts';

const protectionsPerBatch = 2000;
/** A batch ends after so long, that what waits behind slow protections is soon seen to. */
const batchTime = 500;
const idsPerEvent = 500;

/** What a batch did, for the metrics. */
export interface BatchResult {
  /** Since when each protection had waited. */
  dueSince: Date[];
}

/**
 * Evaluates some of the protections that are due, in one transaction on one snapshot: what it found, the
 * state it ends in and the note that it was due change together, so that a process that dies leaves the
 * work to be done once more, and none twice in effect.
 */
export async function evaluateDue(db: Db, cache: PreparedCache, log: Logger): Promise<BatchResult> {
  try {
    return await evaluateBatch(db, cache, protectionsPerBatch);
  } catch (error) {
    if (isSerializationFailure(error)) return { dueSince: [] };
    log.warn({ err: error }, 'a batch could not be evaluated: its protections are taken one by one');
  }
  return evaluateOne(db, cache, log);
}

/** Another process changed what this one read: the work is still there. */
function isSerializationFailure(error: unknown): boolean {
  return ['40001', '40P01'].includes((error as { code?: string }).code ?? '');
}

/** Evaluates the first protection that is due by itself; one that fails is put aside with its error. */
async function evaluateOne(db: Db, cache: PreparedCache, log: Logger): Promise<BatchResult> {
  try {
    return await evaluateBatch(db, cache, 1);
  } catch (error) {
    if (isSerializationFailure(error)) return { dueSince: [] };
    log.error({ err: error }, 'a protection could not be evaluated');
    return db.transaction().execute(async (transaction) => {
      const due = await lockDue(transaction, 1);
      for (const { protectionId } of due) {
        await storeError(transaction, protectionId, 'It could not be evaluated; the reason has been logged.');
      }
      await deleteDue(
        transaction,
        due.map((one) => one.protectionId),
      );
      return { dueSince: due.map((one) => one.dueSince) };
    });
  }
}

async function evaluateBatch(db: Db, cache: PreparedCache, limit: number): Promise<BatchResult> {
  const evaluations: Evaluation[] = [];
  const result = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const until = Date.now() + batchTime;
      const due = await lockDue(transaction, limit);
      const plans = await planAll(transaction, due, cache);
      const left = await evaluateInMemory(transaction, plans, evaluations);
      const skipped = await evaluateByPieces(transaction, left, until, evaluations);
      const done = due.filter((one) => !skipped.has(one.protectionId));
      await storeEvaluations(transaction, evaluations);
      await deleteDue(
        transaction,
        done.map((one) => one.protectionId),
      );
      await publishEvaluated(transaction, evaluations);
      return { dueSince: done.map((one) => one.dueSince) };
    });
  // Only now is what they hold also what is stored.
  for (const { prepared } of evaluations) cache.put(prepared);
  return result;
}

/** Plans what is active and compiles; shows why on what does not compile. */
async function planAll(db: Db, due: readonly DueProtection[], cache: PreparedCache): Promise<Plan[]> {
  const plans: Plan[] = [];
  const left: DueProtection[] = [];
  for (const one of due) {
    if (!one.active) continue;
    const prepared = cache.take(one.protectionId);
    const current = prepared?.token === one.token && prepared.stored.version === one.version;
    const plan = prepared && current ? planAtHand(prepared, one.since) : null;
    if (plan) plans.push(plan);
    else left.push(one);
  }
  const ids = left.map((one) => one.protectionId);
  const definitions = await readDefinitions(db, ids);
  const histories = await readHistories(db, ids);
  for (const { protectionId, since } of left) {
    const stored = definitions.get(protectionId)!;
    const compiled = compileProtection(stored.definition);
    if (!compiled.ok) {
      await storeError(db, protectionId, describe(compiled.errors, stored));
      continue;
    }
    const saved = histories.get(protectionId);
    const history = saved?.version === stored.version ? saved.history : noHistory;
    plans.push(planEvaluation(stored, compiled.program, history, since));
  }
  return plans;
}

/** Evaluates the plans whose points are few, read for all of them in one statement. Returns the others. */
async function evaluateInMemory(db: Db, plans: readonly Plan[], evaluations: Evaluation[]): Promise<Plan[]> {
  const wanted = new Map<number, number>();
  for (const plan of plans) {
    for (const { alias, window } of plan.program.inputs) {
      const tagId = plan.stored.tagIds.get(alias)!;
      wanted.set(tagId, Math.min(neededAfter(plan, window), wanted.get(tagId) ?? Number.POSITIVE_INFINITY));
    }
  }
  const points = await readNewPoints(
    db,
    [...wanted].map(([tagId, after]) => ({ tagId, after })),
  );
  const now = Date.now();
  const left: Plan[] = [];
  for (const plan of plans) {
    const blocks = blocksOf(plan, points);
    const evaluation = blocks && evaluateOn(plan, blocks, now);
    if (evaluation) evaluations.push(evaluation);
    if (!blocks) left.push(plan);
  }
  return left;
}

/** The inputs' blocks; null when one of them has to be read by itself. */
function blocksOf(
  { program, stored }: Plan,
  points: ReadonlyMap<number, Points>,
): Map<string, PointBlock> | null {
  const blocks = new Map<string, PointBlock>();
  for (const { alias, type } of program.inputs) {
    const found = points.get(stored.tagIds.get(alias)!);
    if (!found || type === 'work') return null;
    const { times, values, qualities } = found;
    blocks.set(alias, { times, values, qualities: qualities ?? undefined, length: times.length });
  }
  return blocks;
}

/** Evaluates plans of many points, while there is time. Returns the protections that it did not come to. */
async function evaluateByPieces(
  db: Db,
  plans: readonly Plan[],
  until: number,
  evaluations: Evaluation[],
): Promise<ReadonlySet<number>> {
  for (const [i, plan] of plans.entries()) {
    // The first is evaluated however late it is, so that every batch gets on.
    if (Date.now() > until && (i > 0 || evaluations.length > 0)) {
      return new Set(plans.slice(i).map(({ stored }) => stored.protectionId));
    }
    const evaluation = await evaluateFrom(plan, createInputReader(db, plan.stored), Date.now());
    if (evaluation) evaluations.push(evaluation);
  }
  return new Set();
}

function describe(
  errors: readonly ThresholdError[],
  { definition: { thresholds } }: StoredDefinition,
): string {
  return errors
    .map(({ threshold, message }) => {
      const name = thresholds[threshold]?.name;
      return name === undefined ? message : `${name}: ${message}`;
    })
    .join('\n');
}

async function publishEvaluated(db: Db, evaluations: readonly Evaluation[]): Promise<void> {
  for (let i = 0; i < evaluations.length; i += idsPerEvent) {
    const some = evaluations.slice(i, i + idsPerEvent).map(({ prepared }) => prepared.stored);
    await publish(db, {
      type: 'evaluated',
      twinIds: [...new Set(some.map((stored) => stored.twinId))],
      protectionIds: some.map((stored) => stored.protectionId),
    });
  }
}
