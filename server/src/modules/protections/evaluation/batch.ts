import type { Blocks } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { classifyError } from '../../../platform/database/database-trouble.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { publish } from '../../../platform/live/live-events.ts';
import type { Logger } from '../../../platform/process/log.ts';
import { type ProtectionOfTwin, updateErrors } from '../definition/service.ts';
import { type BatchResult, gaveWay, notEvaluated, runBatch } from './batch-runner.ts';
import { type BatchOptions, BatchWork, batchOptions, type Runnable } from './batch-work.ts';
import { findChanged, insertDue, lockQueue } from './change-store.ts';
import { claimChanges } from './changes.ts';
import {
  type DueProtection,
  deleteDue,
  findHeld,
  lockDue,
  updateParked,
  withUntaken,
  yieldToOthers,
} from './due-store.ts';
import { RunningEvaluation } from './evaluate.ts';
import type { Evaluation, ProtectionPlan } from './evaluation-result.ts';
import { type EndedExcursion, evaluationHappened, type Happening } from './events.ts';
import { createInputReader } from './inputs.ts';
import { fetchModels, withModels } from './models-in-use.ts';
import { readPlanned } from './new-points.ts';
import { readHistory } from './plan.ts';
import { type DuePlan, planAll } from './plan-batch.ts';
import type { PreparedCache } from './prepared-cache.ts';
import { saveOverruns } from './set-aside.ts';
import { clearEvaluations, upsertEvaluations } from './store.ts';

const protectionsPerBatch = 10_000;
const idsPerEvent = 500;

/** Where a batch takes its protections from, within its transaction. */
interface Source {
  /**
   * Must be the first read of the transaction, which takes its snapshot.
   * @param now epoch milliseconds
   */
  claim(db: Db, now: number): Promise<DueProtection[]>;
  /** Leaves only the unfinished protections in the queue. */
  finish(db: Db, done: readonly DueProtection[], unfinished: readonly DueProtection[]): Promise<void>;
}

/**
 * Evaluates some of the due protections, in one transaction on one snapshot. Results, states and the queue change
 * together: if the process dies, the work is repeated and takes effect once. Quiet evaluations are not saved. An
 * evaluation that takes too long is parked, and continues in a later batch. One that takes too many steps is retried
 * behind the others, and set aside after several retries.
 */
export async function evaluateDue(
  db: Db,
  cache: PreparedCache,
  log: Logger,
  options = batchOptions,
): Promise<BatchResult> {
  return runBatch(
    {
      what: 'protections',
      size: protectionsPerBatch,
      evaluate: (limit) => evaluateBatch(db, cache, fromQueue(limit, cache), options),
      setAside: () => setAside(db, cache, options.clock()),
    },
    log,
  );
}

const fromQueue = (limit: number, cache: PreparedCache): Source => ({
  claim: (db, now) => lockDue(db, limit, cache.parkedTokens(), now),
  finish: (db, done) =>
    deleteDue(
      db,
      done.map((one) => one.protectionId),
    ),
});

/** The result of evaluating a batch of changes. */
export interface ChangesResult extends BatchResult {
  /** The number of changed tags. */
  changed: number;
}

/**
 * Takes logged changes as `queueChanges` does, and evaluates in the same transaction the protections that are due only
 * because of them: the queue receives only the unfinished ones. Returns null if that was not possible; the changes are
 * then still logged.
 * @throws Error for database errors.
 */
export async function evaluateChanges(
  db: Db,
  cache: PreparedCache,
  log: Logger,
  options = batchOptions,
): Promise<ChangesResult | null> {
  let changed = 0;
  const source: Source = {
    async claim(transaction, now) {
      await lockQueue(transaction);
      const changes = await claimChanges(transaction);
      changed = changes.length;
      const due = await findChanged(transaction, changes);
      const held = due.length > 0 ? new Set(await findHeld(transaction, now)) : new Set();
      const ready = due.filter(({ protectionId }) => !held.has(protectionId));
      const taken = new Set(ready.slice(0, protectionsPerBatch));
      await insertDue(
        transaction,
        due.filter((one) => !taken.has(one)),
      );
      return [...taken];
    },
    finish: (transaction, _done, unfinished) => insertDue(transaction, unfinished),
  };
  try {
    return { ...(await evaluateBatch(db, cache, source, options)), changed };
  } catch (error) {
    if (gaveWay(error)) return null;
    if (classifyError(error)) throw error;
    log.warn({ err: error }, 'changes could not be evaluated: they are queued');
    return null;
  }
}

function setAside(db: Db, cache: PreparedCache, now: number): Promise<BatchResult> {
  return withTransaction(db, async (transaction) => {
    const due = await lockDue(transaction, 1, cache.parkedTokens(), now);
    await updateErrors(
      transaction,
      due.map(({ protectionId }) => ({ protectionId, message: notEvaluated })),
    );
    await deleteDue(
      transaction,
      due.map((one) => one.protectionId),
    );
    return { dueSince: due.map((one) => one.dueSince), isBehind: false };
  });
}

async function evaluateBatch(
  db: Db,
  cache: PreparedCache,
  source: Source,
  options: BatchOptions,
): Promise<BatchResult> {
  const batch = new BatchWork(options);
  // Read before the snapshot, so that the snapshot holds all points that were acknowledged by then.
  const now = options.clock();
  let due: DueProtection[] = [];
  const result = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await yieldToOthers(transaction);
      due = await withUntaken(transaction, await source.claim(transaction, now));
      if (due.length === 0) return { dueSince: [], isBehind: false };
      const apart = await runGroups(transaction, due, cache, batch, now);
      await batch.runAll(apart.map((one) => byPieces(transaction, one, batch, now, cache)));
      const { evaluations, empty, failed, parked, overruns } = batch;
      const done = due.filter((one) => batch.isDone(one));
      const unfinished = due.filter((one) => !batch.isDone(one));
      await upsertEvaluations(
        transaction,
        evaluations.filter((evaluation) => !evaluation.quiet),
      );
      const cleared = await clearEvaluations(transaction, empty);
      await updateErrors(transaction, failed);
      await source.finish(transaction, done, unfinished);
      await updateParked(transaction, parked);
      await saveOverruns(transaction, overruns);
      await evaluationHappened.emit(transaction, {
        happenings: evaluations.flatMap(toHappenings),
        ended: evaluations.flatMap(toEnded),
      });
      const evaluated = evaluations.map(({ prepared }) => prepared.stored);
      await publishEvaluated(transaction, [...evaluated, ...cleared, ...failed]);
      return { dueSince: done.map((one) => one.dueSince), isBehind: unfinished.length > 0 };
    });
  // After the commit: the cache must match what is stored.
  for (const { prepared } of batch.evaluations) cache.put(prepared.stored.protectionId, prepared);
  for (const one of due) if (one.parked !== null && batch.wasReached(one)) cache.forgetParked(one.parked);
  for (const parked of batch.parked) cache.park(parked);
  return result;
}

/** A due protection whose evaluation was parked. */
interface Resumed {
  due: DueProtection;
  /** Null if the evaluation must start again: it is outdated, or points arrived before the time that it had reached. */
  running: RunningEvaluation | null;
}

function resume(due: DueProtection, token: string, cache: PreparedCache): Resumed {
  const parked = cache.findParked(token);
  const begin = due.parkedSince;
  const since = due.since === null || begin === null ? null : Math.min(due.since, begin);
  const isCurrent =
    parked !== null &&
    due.active &&
    parked.savedToken === due.token &&
    parked.running.plan.stored.version === due.version &&
    due.since !== null &&
    due.since > parked.running.upTo!;
  return { due: { ...due, since }, running: isCurrent ? parked.running : null };
}

/** Protections that are planned, read and evaluated together. Their memory is freed before the next group begins. */
const protectionsPerGroup = 1000;

/** An evaluation whose points are read separately. */
interface Apart extends Resumed {
  plan: ProtectionPlan;
}

/**
 * Evaluates protections in memory, while the batch has time. Returns those that have too many points to be read
 * together, and those that resume a parked evaluation.
 */
async function runGroups(
  db: Db,
  due: readonly DueProtection[],
  cache: PreparedCache,
  batch: BatchWork,
  now: number,
): Promise<Apart[]> {
  const apart: Apart[] = [];
  for (let start = 0; start < due.length; start += protectionsPerGroup) {
    const group: DueProtection[] = [];
    for (const one of due.slice(start, start + protectionsPerGroup)) {
      const resumed = one.parked === null ? { due: one, running: null } : resume(one, one.parked, cache);
      if (resumed.running) apart.push({ ...resumed, plan: resumed.running.plan });
      else group.push(resumed.due);
    }
    if (start > 0 && batch.isOver) {
      for (const one of group) batch.postpone(one);
      continue;
    }
    const { ready, left } = await readPlanned(db, await planAll(db, group, cache, batch));
    if (start === 0) batch.startEvaluations();
    await runInMemory(db, ready, batch, now, cache);
    for (const plan of left) apart.push({ due: plan.due, running: null, plan });
  }
  return apart;
}

interface Ready {
  plan: DuePlan;
  blocks: Blocks;
}

/** Protections whose models are read in one statement. */
const modelsPerRead = 100;

/**
 * Evaluates protections whose points are in memory: first those without a model, then the others in groups whose models
 * fit in memory.
 */
async function runInMemory(
  db: Db,
  ready: readonly Ready[],
  batch: BatchWork,
  now: number,
  cache: PreparedCache,
): Promise<void> {
  const hasModel = ({ plan }: Ready) => plan.program.classifier !== null;
  const runnables = (group: readonly Ready[]) => group.map((one) => inMemory(db, one, batch, now, cache));
  await batch.runAll(runnables(ready.filter((one) => !hasModel(one))));
  const others = ready.filter(hasModel);
  for (let start = 0; start < others.length; start += modelsPerRead) {
    const group = others.slice(start, start + modelsPerRead);
    if (!batch.isOver)
      await fetchModels(
        db,
        group.map(({ plan }) => plan.program),
      );
    await batch.runAll(runnables(group));
  }
}

function inMemory(
  db: Db,
  { plan, blocks }: Ready,
  { work }: BatchWork,
  now: number,
  cache: PreparedCache,
): Runnable {
  return {
    due: plan.due,
    begin: async () => new RunningEvaluation(plan, blocks, work),
    run: (running, until) => withModels(db, [plan.program], () => running.runOn(blocks, now, until)),
    postponed: () => returnToCache(plan, cache),
  };
}

/** Returns an unused prepared protection to the cache, so that the next batch need not compile it again. */
function returnToCache({ atHand, stored }: ProtectionPlan, cache: PreparedCache): void {
  if (atHand) cache.put(stored.protectionId, atHand);
}

function byPieces(
  db: Db,
  { due, running: parked, plan }: Apart,
  { work }: BatchWork,
  now: number,
  cache: PreparedCache,
): Runnable {
  const { definition, sources } = plan.stored;
  const reader = createInputReader(db, definition.inputs, sources);
  return {
    due,
    begin: async () => {
      if (!parked) return new RunningEvaluation(plan, await readHistory(plan, reader), work);
      cache.unpark(parked.token);
      parked.resume(work.turns, due.arrived);
      return parked;
    },
    run: (running, until) => withModels(db, [plan.program], () => running.runFrom(reader, now, until)),
    // The evaluator of a parked evaluation is ahead of what is stored, so it is not kept.
    postponed: () => (parked ? undefined : returnToCache(plan, cache)),
  };
}

function toHappenings({ prepared: { stored }, happenings }: Evaluation): Happening[] {
  const { definition, protectionId, thresholdIds } = stored;
  // Excursions that are not logged only fire actions.
  const wanted = happenings.filter(
    ({ threshold, action }) => action !== null || definition.thresholds[threshold]!.logExcursion !== false,
  );
  return wanted.map(({ threshold, ...happening }) => ({
    ...happening,
    protectionId,
    thresholdId: thresholdIds[threshold]!,
  }));
}

function toEnded({ prepared: { stored }, excursions }: Evaluation): EndedExcursion[] {
  return excursions.flatMap(({ threshold, start, end }) =>
    end === null || stored.definition.thresholds[threshold]!.logExcursion === false
      ? []
      : [{ thresholdId: stored.thresholdIds[threshold]!, start }],
  );
}

async function publishEvaluated(db: Db, protections: readonly ProtectionOfTwin[]): Promise<void> {
  for (let i = 0; i < protections.length; i += idsPerEvent) {
    const some = protections.slice(i, i + idsPerEvent);
    await publish(db, {
      type: 'evaluated',
      twinIds: [...new Set(some.map(({ twinId }) => twinId))],
      protectionIds: some.map(({ protectionId }) => protectionId),
    });
  }
}
