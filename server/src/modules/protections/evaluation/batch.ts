import { type Blocks, compileProtection, type ThresholdError } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { publish } from '../../../platform/live/live-events.ts';
import type { Logger } from '../../../platform/process/log.ts';
import {
  listDefinitions,
  type ProtectionOfTwin,
  type StoredDefinition,
  updateErrors,
} from '../definition/service.ts';
import { type BatchResult, gaveWay, notEvaluated, runBatch, yieldToOthers } from './batch-runner.ts';
import { type BatchOptions, BatchWork, batchOptions, type Runnable } from './batch-work.ts';
import { type DueProtection, deleteDue, lockDue, updateParked, withUntaken } from './due-store.ts';
import { RunningEvaluation } from './evaluate.ts';
import { type Evaluation, type ProtectionPlan, toSave } from './evaluation-result.ts';
import { evaluationHappened, type Happening } from './events.ts';
import { createInputReader } from './inputs.ts';
import { readPlanned } from './new-points.ts';
import { planEvaluation, planFrom, readHistory } from './plan.ts';
import type { PreparedCache } from './prepared-cache.ts';
import { storeOverruns } from './set-aside.ts';
import { clearEvaluations, lockTokens, readHistories, selectKnown, upsertEvaluations } from './store.ts';
import { noHistory } from './tracking.ts';

const protectionsPerBatch = 2000;
const idsPerEvent = 500;
/** Few enough that new points, which may come meanwhile, hardly wait for them. */
const quietPerBatch = 250;

/**
 * Evaluates some of the protections that are due, in one transaction on one snapshot: what it found, the
 * state it ends in and the note that it was due change together, so that a process that dies leaves the
 * work to be done once more, and none twice in effect. A state is left unsaved where nothing was found. An evaluation
 * that takes longer is parked, and goes on in a later batch; one that takes too many steps is tried again behind the
 * others, and is set aside in the end.
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
      evaluate: (limit) => evaluateBatch(db, cache, limit, options),
      putAside: () => putAside(db, cache, options.clock()),
    },
    log,
  );
}

function putAside(db: Db, cache: PreparedCache, now: number): Promise<BatchResult> {
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
  limit: number,
  options: BatchOptions,
): Promise<BatchResult> {
  const batch = new BatchWork(options);
  // Before the snapshot: time passes only as far as all points are known that were acknowledged by then.
  const now = options.clock();
  let due: DueProtection[] = [];
  const result = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await yieldToOthers(transaction);
      due = await withUntaken(transaction, await lockDue(transaction, limit, cache.parkedTokens(), now));
      const resumed = due.map((one) => resume(one, cache));
      const plans = await planAll(transaction, resumed, cache, batch);
      const { ready, left } = await readPlanned(transaction, plans);
      batch.startEvaluations();
      await batch.runAll(ready.map((planned) => inMemory(planned, batch, now)));
      await batch.runAll([
        ...resumed.flatMap((one) =>
          one.running ? [byPieces(transaction, one, one.running.plan, batch, now, cache)] : [],
        ),
        ...left.map((plan) => byPieces(transaction, plan.due, plan, batch, now, cache)),
      ]);
      const { evaluations, empty, failed, parked, overruns } = batch;
      const done = due.filter((one) => batch.isDone(one));
      await upsertEvaluations(
        transaction,
        evaluations.filter((evaluation) => !evaluation.quiet),
      );
      const cleared = await clearEvaluations(transaction, empty);
      await updateErrors(transaction, failed);
      await updateParked(transaction, parked);
      await storeOverruns(transaction, overruns);
      await evaluationHappened.emit(transaction, { happenings: evaluations.flatMap(happeningsOf) });
      await deleteDue(
        transaction,
        done.map((one) => one.protectionId),
      );
      const evaluated = evaluations.map(({ prepared }) => prepared.stored);
      await publishEvaluated(transaction, [...evaluated, ...cleared, ...failed]);
      return { dueSince: done.map((one) => one.dueSince), isBehind: done.length < due.length };
    });
  // Only now is what they found also what is stored.
  for (const { prepared } of batch.evaluations) cache.put(prepared.stored.protectionId, prepared);
  for (const one of due) if (one.parked !== null && batch.wasReached(one)) cache.forgetParked(one.parked);
  for (const parked of batch.parked) cache.park(parked);
  return result;
}

/** A protection that is due, with the evaluation of it that goes on; without one, since when it is to be evaluated. */
interface Resumed extends DueProtection {
  running: RunningEvaluation | null;
}

/** Takes up the parked evaluation of a protection, unless points came before where it is, or it is of no use now. */
function resume(due: DueProtection, cache: PreparedCache): Resumed {
  if (due.parked === null) return { ...due, running: null };
  const parked = cache.findParked(due.parked);
  const begin = due.parkedSince;
  const since = due.since === null || begin === null ? null : Math.min(due.since, begin);
  const isCurrent =
    parked !== null &&
    due.active &&
    parked.savedToken === due.token &&
    parked.running.plan.stored.version === due.version &&
    due.since !== null &&
    due.since > parked.running.upTo!;
  return { ...due, since, running: isCurrent ? parked.running : null };
}

type DuePlan = ProtectionPlan & { due: DueProtection };

function inMemory(
  { plan, blocks }: { plan: DuePlan; blocks: Blocks },
  { work }: BatchWork,
  now: number,
): Runnable {
  return {
    due: plan.due,
    begin: async () => new RunningEvaluation(plan, blocks, work),
    run: (running, until) => running.runOn(blocks, now, until),
  };
}

function byPieces(
  db: Db,
  due: DueProtection & { running?: RunningEvaluation | null },
  plan: ProtectionPlan,
  { work }: BatchWork,
  now: number,
  cache: PreparedCache,
): Runnable {
  const { definition, tagIds } = plan.stored;
  const reader = createInputReader(db, definition.inputs, tagIds);
  return {
    due,
    begin: async () => {
      if (!due.running) return new RunningEvaluation(plan, await readHistory(plan, reader), work);
      cache.unpark(due.running.token);
      due.running.resume(work.turns, due.arrived);
      return due.running;
    },
    run: (running, until) => running.runFrom(reader, now, until),
  };
}

/**
 * Saves some of the evaluations that brought so little that they were not saved yet, first those that wait longest;
 * meant for when nothing else is to be done. Returns whether there were any.
 */
export async function saveQuiet(db: Db, cache: PreparedCache): Promise<boolean> {
  const quiet = cache
    .all()
    .flatMap(({ unsaved }) => unsaved ?? [])
    .slice(0, quietPerBatch);
  if (quiet.length === 0) return false;
  const now = Date.now();
  const save = async (transaction: Db) => {
    await yieldToOthers(transaction);
    const ids = quiet.map(({ prepared }) => prepared.stored.protectionId);
    const tokens = await lockTokens(transaction, ids);
    const current = quiet.filter(
      ({ prepared }) => tokens.get(prepared.stored.protectionId) === prepared.token,
    );
    const evaluations = current.map((evaluation) => toSave(evaluation, now));
    await upsertEvaluations(transaction, evaluations);
    return evaluations;
  };
  const saved = await withTransaction(db, save).catch((error) => {
    if (gaveWay(error)) return null;
    throw error;
  });
  if (!saved) return false;
  for (const { prepared } of quiet) cache.take(prepared.stored.protectionId);
  for (const { prepared } of saved) cache.put(prepared.stored.protectionId, prepared);
  return true;
}

function happeningsOf({ prepared: { stored }, happenings }: Evaluation): Happening[] {
  const { definition, protectionId, thresholdIds } = stored;
  // Of excursions that are kept for no record only the actions fire.
  const wanted = happenings.filter(
    ({ threshold, action }) => action !== null || definition.thresholds[threshold]!.logExcursion !== false,
  );
  return wanted.map(({ threshold, ...happening }) => ({
    ...happening,
    protectionId,
    thresholdId: thresholdIds[threshold]!,
  }));
}

/** Plans what is active and compiles, while there is time; what does not compile is added to those that failed, with why. */
async function planAll(
  db: Db,
  due: readonly Resumed[],
  cache: PreparedCache,
  batch: BatchWork,
): Promise<DuePlan[]> {
  const plans: Omit<DuePlan, 'before'>[] = [];
  const left: Resumed[] = [];
  for (const one of due) {
    if (!one.active || one.running) continue;
    const prepared = cache.take(one.protectionId);
    if (prepared && prepared.token === one.token && prepared.stored.version === one.version) {
      const liveAfter = prepared.history.states.at(-1)?.time ?? null;
      const { arrived } = one;
      plans.push({ ...planFrom(prepared, one.since), atHand: prepared, liveAfter, arrived, due: one });
    } else {
      left.push(one);
    }
  }
  const ids = left.map((one) => one.protectionId);
  const definitions = await listDefinitions(db, ids);
  const histories = await readHistories(db, ids);
  for (const due of left) {
    if (!(await batch.mayPrepare(due))) continue;
    const { protectionId, since, arrived } = due;
    const stored = definitions.get(protectionId)!;
    const compiled = compileProtection(stored.definition);
    if (!compiled.ok) {
      batch.failed.push({ protectionId, twinId: stored.twinId, message: describe(compiled.errors, stored) });
      continue;
    }
    const unmapped = compiled.program.inputs.filter(({ alias }) => !stored.tagIds.has(alias));
    if (unmapped.length > 0) {
      const messages = unmapped.map(({ alias }) => `The input [${alias}] is mapped to no tag.`);
      batch.failed.push({ protectionId, twinId: stored.twinId, message: messages.join('\n') });
      continue;
    }
    const saved = histories.get(protectionId);
    // What the definition takes from elsewhere, the twin's start and the time zone, its version does not count.
    const isCurrent =
      saved?.version === stored.version &&
      saved.history.states.at(-1)?.program === compiled.program.code.fingerprint;
    const plan = planEvaluation(stored, compiled.program, isCurrent ? saved.history : noHistory, since);
    plans.push({
      ...plan,
      atHand: null,
      liveAfter: saved?.history.states.at(-1)?.time ?? null,
      arrived,
      due,
    });
  }
  return withKnown(db, plans);
}

/** Adds the excursions that were known of history that is evaluated again. */
async function withKnown(db: Db, plans: readonly Omit<DuePlan, 'before'>[]): Promise<DuePlan[]> {
  const again = plans.filter(
    ({ start, history, liveAfter }) => liveAfter !== null && (!start || start !== history.states.at(-1)),
  );
  const known = await selectKnown(
    db,
    again.map(({ stored, start }) => ({ protectionId: stored.protectionId, after: start?.time ?? null })),
  );
  return plans.map((plan) => {
    const { thresholdIds, protectionId } = plan.stored;
    const before = (known.get(protectionId) ?? []).flatMap(({ thresholdId, ...excursion }) => {
      const threshold = thresholdIds.indexOf(thresholdId);
      return threshold < 0 ? [] : [{ threshold, ...excursion }];
    });
    return { ...plan, before };
  });
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
