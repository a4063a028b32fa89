import { compileProtection, type ThresholdError } from '@twinward/domain/evaluation';
import type { Db } from '../../platform/database.ts';
import { publish } from '../../platform/live-events.ts';
import type { Logger } from '../../platform/log.ts';
import { type Happening, recordHappenings } from '../action/service.ts';
import { type BatchResult, gaveWay, giveWay, notEvaluated, runBatch } from './batch-runner.ts';
import { readDefinitions, type StoredDefinition } from './definition.ts';
import { type Evaluation, evaluateFrom, evaluateOn, type ProtectionPlan, toSave } from './evaluate.ts';
import { createInputReader } from './inputs.ts';
import { readPlanned } from './new-points.ts';
import { planEvaluation, planFrom } from './plan.ts';
import type { PreparedCache } from './prepared-cache.ts';
import {
  clearEvaluations,
  type DueProtection,
  deleteDue,
  type EvaluationError,
  findKnown,
  lockDue,
  lockTokens,
  type ProtectionOfTwin,
  readHistories,
  storeErrors,
  storeEvaluations,
} from './store.ts';
import { noHistory } from './tracking.ts';

const protectionsPerBatch = 2000;
/** A batch ends after so long, that what waits behind slow protections is soon seen to. */
const batchTime = 500;
const idsPerEvent = 500;
/** Few enough that new points, which may come meanwhile, hardly wait for them. */
const quietPerBatch = 250;

/**
 * Evaluates some of the protections that are due, in one transaction on one snapshot: what it found, the
 * state it ends in and the note that it was due change together, so that a process that dies leaves the
 * work to be done once more, and none twice in effect. A state is left unsaved where nothing was found.
 *
 * @param clock epoch milliseconds; live state never goes beyond it
 */
export async function evaluateDue(
  db: Db,
  cache: PreparedCache,
  log: Logger,
  clock: () => number = Date.now,
): Promise<BatchResult> {
  return runBatch(
    {
      what: 'protections',
      size: protectionsPerBatch,
      evaluate: (limit) => evaluateBatch(db, cache, clock, limit),
      putAside: () => putAside(db),
    },
    log,
  );
}

function putAside(db: Db): Promise<BatchResult> {
  return db.transaction().execute(async (transaction) => {
    const due = await lockDue(transaction, 1);
    await storeErrors(
      transaction,
      due.map(({ protectionId }) => ({ protectionId, message: notEvaluated })),
    );
    await deleteDue(
      transaction,
      due.map((one) => one.protectionId),
    );
    return { dueSince: due.map((one) => one.dueSince) };
  });
}

/** What became of the protections of a batch. */
interface Outcome {
  evaluations: Evaluation[];
  /** Those that there is nothing to evaluate for. */
  empty: number[];
  /** Those that cannot be evaluated. */
  failed: EvaluationError[];
}

function add(
  { evaluations, empty }: Outcome,
  { stored }: ProtectionPlan,
  evaluation: Evaluation | null,
): void {
  if (evaluation) evaluations.push(evaluation);
  else empty.push(stored.protectionId);
}

async function evaluateBatch(
  db: Db,
  cache: PreparedCache,
  clock: () => number,
  limit: number,
): Promise<BatchResult> {
  const outcome: Outcome = { evaluations: [], empty: [], failed: [] };
  const { evaluations, empty, failed } = outcome;
  const result = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await giveWay(transaction);
      const until = Date.now() + batchTime;
      const due = await lockDue(transaction, limit);
      const plans = await planAll(transaction, due, cache, failed);
      const left = await evaluateInMemory(transaction, plans, clock, outcome);
      const skipped = await evaluateByPieces(transaction, left, { until, clock }, outcome);
      const done = due.filter((one) => !skipped.has(one.protectionId));
      await storeEvaluations(
        transaction,
        evaluations.filter((evaluation) => !evaluation.quiet),
      );
      const cleared = await clearEvaluations(transaction, empty);
      await storeErrors(transaction, failed);
      await recordHappenings(transaction, evaluations.flatMap(happeningsOf));
      await deleteDue(
        transaction,
        done.map((one) => one.protectionId),
      );
      const evaluated = evaluations.map(({ prepared }) => prepared.stored);
      await publishEvaluated(transaction, [...evaluated, ...cleared, ...failed]);
      return { dueSince: done.map((one) => one.dueSince) };
    });
  // Only now is what they found also what is stored.
  for (const { prepared } of evaluations) cache.put(prepared.stored.protectionId, prepared);
  return result;
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
    await giveWay(transaction);
    const ids = quiet.map(({ prepared }) => prepared.stored.protectionId);
    const tokens = await lockTokens(transaction, ids);
    const current = quiet.filter(
      ({ prepared }) => tokens.get(prepared.stored.protectionId) === prepared.token,
    );
    const evaluations = current.map((evaluation) => toSave(evaluation, now));
    await storeEvaluations(transaction, evaluations);
    return evaluations;
  };
  const saved = await db
    .transaction()
    .execute(save)
    .catch((error) => {
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

/** Plans what is active and compiles; what does not is added to those that failed, with why. */
async function planAll(
  db: Db,
  due: readonly DueProtection[],
  cache: PreparedCache,
  failed: EvaluationError[],
): Promise<ProtectionPlan[]> {
  const plans: Omit<ProtectionPlan, 'before'>[] = [];
  const left: DueProtection[] = [];
  for (const one of due) {
    if (!one.active) continue;
    const prepared = cache.take(one.protectionId);
    if (prepared && prepared.token === one.token && prepared.stored.version === one.version) {
      const liveAfter = prepared.history.states.at(-1)?.time ?? null;
      plans.push({ ...planFrom(prepared, one.since), atHand: prepared, liveAfter, arrived: one.arrived });
    } else {
      left.push(one);
    }
  }
  const ids = left.map((one) => one.protectionId);
  const definitions = await readDefinitions(db, ids);
  const histories = await readHistories(db, ids);
  for (const { protectionId, since, arrived } of left) {
    const stored = definitions.get(protectionId)!;
    const compiled = compileProtection(stored.definition);
    if (!compiled.ok) {
      failed.push({ protectionId, twinId: stored.twinId, message: describe(compiled.errors, stored) });
      continue;
    }
    const unmapped = compiled.program.inputs.filter(({ alias }) => !stored.tagIds.has(alias));
    if (unmapped.length > 0) {
      const messages = unmapped.map(({ alias }) => `The input [${alias}] is mapped to no tag.`);
      failed.push({ protectionId, twinId: stored.twinId, message: messages.join('\n') });
      continue;
    }
    const saved = histories.get(protectionId);
    // What the definition takes from elsewhere, the twin's start and the time zone, its version does not count.
    const isCurrent =
      saved?.version === stored.version &&
      saved.history.states.at(-1)?.program === compiled.program.code.fingerprint;
    const plan = planEvaluation(stored, compiled.program, isCurrent ? saved.history : noHistory, since);
    plans.push({ ...plan, atHand: null, liveAfter: saved?.history.states.at(-1)?.time ?? null, arrived });
  }
  return withKnown(db, plans);
}

/** Adds the excursions that were known of history that is evaluated again. */
async function withKnown(
  db: Db,
  plans: readonly Omit<ProtectionPlan, 'before'>[],
): Promise<ProtectionPlan[]> {
  const again = plans.filter(
    ({ start, history, liveAfter }) => liveAfter !== null && (!start || start !== history.states.at(-1)),
  );
  const known = await findKnown(
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

/** Evaluates the plans whose points are few. Returns the others. */
async function evaluateInMemory(
  db: Db,
  plans: readonly ProtectionPlan[],
  clock: () => number,
  outcome: Outcome,
): Promise<ProtectionPlan[]> {
  const { ready, left } = await readPlanned(db, plans);
  const now = clock();
  for (const { plan, blocks } of ready) add(outcome, plan, evaluateOn(plan, blocks, now));
  return left;
}

/** Evaluates plans of many points, while there is time. Returns the protections that it did not come to. */
async function evaluateByPieces(
  db: Db,
  plans: readonly ProtectionPlan[],
  { until, clock }: { until: number; clock: () => number },
  outcome: Outcome,
): Promise<ReadonlySet<number>> {
  for (const [i, plan] of plans.entries()) {
    // The first is evaluated however late it is, so that every batch gets on.
    if (Date.now() > until && (i > 0 || outcome.evaluations.length > 0)) {
      return new Set(plans.slice(i).map(({ stored }) => stored.protectionId));
    }
    const { definition, tagIds } = plan.stored;
    const reader = createInputReader(db, definition.inputs, tagIds);
    add(outcome, plan, await evaluateFrom(plan, reader, clock()));
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
