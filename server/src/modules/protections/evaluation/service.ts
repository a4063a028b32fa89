import { setTimeout as sleep } from 'node:timers/promises';
import { Histogram } from 'prom-client';
import type { Running } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { classifyError } from '../../../platform/database/database-trouble.ts';
import { listen } from '../../../platform/database/listen.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { createBackOff } from '../../../platform/process/back-off.ts';
import type { Logger } from '../../../platform/process/log.ts';
import { metrics } from '../../../platform/process/metrics.ts';
import { holdStored, pointsChannel, releaseEarly } from '../../../series/index.ts';
import {
  listPendingCommands,
  restartCommand,
  startCommand,
  supersedeCommands,
} from '../../jobs/command/service.ts';
import type { TagUser } from '../../signals/tag/events.ts';
import { getEarlyTolerance } from '../../system/setting/service.ts';
import {
  invalidateFromTwinStart,
  invalidateLogic,
  invalidateOfTwin,
  resetOverruns,
  selectActiveOfTwins,
} from '../definition/service.ts';
import { evaluateChanges, evaluateDue } from './batch.ts';
import type { PreparedCalculation } from './calculation.ts';
import { calculateDue } from './calculation-batch.ts';
import { selectCalculatedTags, selectTagUsers } from './calculation-store.ts';
import { queueChanges } from './changes.ts';
import { claimTimers, deleteOrphanedDue, insertDueFromStart, wakeEvaluation } from './due-store.ts';
import { PreparedCache } from './prepared-cache.ts';
import { saveQuiet } from './save-quiet.ts';
import { retryEvaluation } from './set-aside.ts';

export { applyEvaluation } from './apply.ts';
export {
  type CalculationRow,
  insertCalculations as createCalculations,
  selectCalculation as readCalculation,
  selectNeededCalculations as readNeededCalculations,
  updateCalculation,
  updateModelParts,
} from './calculation-store.ts';
export { checkInThread } from './check.ts';
export { type DefinitionWithModel, listDefinitionsWithModels, namePatterns } from './definitions.ts';
export {
  selectDeviationModel as readDeviationModel,
  selectDeviations as readDeviations,
  upsertDeviation,
} from './deviation-store.ts';
export { assertNoOwnDeviation } from './deviations.ts';
export { readDueWork } from './due.ts';
export { explainAnswerAt, explainProtectionAt } from './explain.ts';
export type { EvaluationLimits } from './limits.ts';
export { modelsInUse } from './models-in-use.ts';
export { tryCalculation, tryProtection } from './preview.ts';
export { type SimulatedPart, type SimulationEnd, type SimulationStep, simulate } from './simulate.ts';
export { recalculateTwinLevels } from './store.ts';
export { retryEvaluation };

/** Marks a protection as due from the beginning, in the caller's transaction. */
export async function requestEvaluation(db: Db, protectionId: number): Promise<void> {
  await retryEvaluation(db, protectionId);
  await insertDueFromStart(db, [protectionId]);
}

/** Like `requestEvaluation`, for many protections. */
export async function requestEvaluations(db: Db, protectionIds: readonly number[]): Promise<void> {
  if (protectionIds.length === 0) return;
  await resetOverruns(db, protectionIds);
  await insertDueFromStart(db, protectionIds);
  await wakeEvaluation(db);
}

/** Marks protections whose logic has a new meaning as due from the beginning, in the caller's transaction. */
export async function requestEvaluationAnew(db: Db, protectionIds: readonly number[]): Promise<void> {
  await insertDueFromStart(db, await invalidateLogic(db, protectionIds));
  await wakeEvaluation(db);
}

/** Lists the readers of a tag: calculated tags, then protections. */
export function listTagUsers(db: Db, { tagId }: { tagId: number }): Promise<TagUser[]> {
  return selectTagUsers(db, tagId);
}

/** Marks the protections that read a deleted tag as due from the beginning. */
export async function requestEvaluationOfUsers(
  db: Db,
  { users }: { users: readonly TagUser[] },
): Promise<void> {
  for (const { type, id } of users) if (type === 'protection') await requestEvaluation(db, id);
}

/** Marks the active protections of twins as due from the beginning, in the caller's transaction. */
export async function requestTwinEvaluation(
  db: Db,
  { twinIds }: { twinIds: readonly number[] },
): Promise<void> {
  await insertDueFromStart(db, await selectActiveOfTwins(db, twinIds));
  await wakeEvaluation(db);
}

/** Marks all protections of a twin as due from the beginning, after a change of its out-of-service time. */
export async function requestFromService(db: Db, { twinId }: { twinId: number }): Promise<void> {
  await insertDueFromStart(db, await invalidateOfTwin(db, twinId));
  await wakeEvaluation(db);
}

/** Marks the activity protections that count from their twin's start as due from the beginning. */
export async function requestFromStart(db: Db, { twinId }: { twinId: number }): Promise<void> {
  await insertDueFromStart(db, await invalidateFromTwinStart(db, twinId));
  await wakeEvaluation(db);
}

/**
 * Starts the recalculation of a calculated tag over all its history, by a command in the caller's transaction.
 * @returns the id of the command, or of the unfinished one if there is one.
 */
export async function requestRecalculation(
  db: Db,
  tag: { id: number; name: string },
  userId: number,
): Promise<string> {
  const [pending] = await listPendingCommands(db, 'recalculate-tag', toTarget(tag.id));
  return pending ?? startCommand(db, toRecalculation(tag, userId));
}

/** Like `requestRecalculation`, after a change of the tag's definition: an unfinished command is restarted. */
export async function restartRecalculation(
  db: Db,
  tag: { id: number; name: string },
  userId: number | null,
): Promise<void> {
  await restartCommand(db, toRecalculation(tag, userId));
}

const toRecalculation = ({ id, name }: { id: number; name: string }, createdBy: number | null) => ({
  type: 'recalculate-tag' as const,
  targetType: toTarget(id).type,
  targetId: toTarget(id).id,
  targetName: name,
  input: { tagId: id },
  createdBy,
});

/** Cancels the unfinished recalculations of a tag, before its definition changes. */
export async function supersedeRecalculations(db: Db, tagId: number): Promise<void> {
  await supersedeCommands(db, await listPendingCommands(db, 'recalculate-tag', toTarget(tagId)));
}

const toTarget = (tagId: number) => ({ type: 'tag', id: String(tagId) });

const evaluationLag = new Histogram({
  name: 'twinward_evaluation_lag_seconds',
  help: 'Time from when new points were written to when the protection was evaluated on them',
  buckets: [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30, 60],
  registers: [metrics],
});

function observeLag(dueSince: readonly Date[]): void {
  const now = Date.now();
  for (const since of dueSince) evaluationLag.observe((now - since.getTime()) / 1000);
}

/** Polling interval in milliseconds, for new points and timers without a notification. */
const pollInterval = 500;
/** Maximum number of consecutive rounds of calculations, so that protections get their turn. */
const calculationTurns = 10;

/**
 * Evaluates a tenant's calculated tags and protections as points arrive, until it is closed. Several processes can run
 * it concurrently: each takes items that no other has locked.
 */
export async function startEvaluation(tenant: Tenant, log: Logger): Promise<Running> {
  const { db } = tenant;
  const cache = new PreparedCache();
  const calculations = new PreparedCache<PreparedCalculation>();
  const closing = new AbortController();
  const backOff = createBackOff();
  let wake: () => void = () => undefined;
  // While the listening connection is down, new points are polled for.
  const listener = listen({
    connectionString: tenant.connectionString,
    channel: pointsChannel,
    log,
    onNotification: () => wake(),
  });

  /** Calculates the due calculated tags, and marks their readers as due. Returns whether there were any. */
  async function calculate(): Promise<boolean> {
    for (let turn = 0; turn < calculationTurns; turn++) {
      const { dueSince, isBehind } = await calculateDue(db, calculations, log);
      if (dueSince.length === 0) return turn > 0 || isBehind;
      await queueChanges(db);
    }
    return true;
  }

  /** Claims changes, and evaluates the protections that are due only because of them; otherwise queues them. */
  async function handleChanges(): Promise<{ changed: number; dueSince: Date[]; isBehind: boolean }> {
    return (
      (await evaluateChanges(db, cache, log)) ?? {
        changed: await queueChanges(db),
        dueSince: [],
        isBehind: false,
      }
    );
  }

  let prepared = false;

  /** Holds early points that earlier versions stored, and cleans the queue. */
  async function prepare(): Promise<void> {
    // Calculated points follow their inputs, so they are not held.
    const omittedTags = await selectCalculatedTags(db);
    await holdStored(db, Date.now(), { tolerance: await getEarlyTolerance(db), omittedTags });
    await deleteOrphanedDue(db);
  }

  async function round(): Promise<boolean> {
    if (!prepared) await prepare();
    prepared = true;
    while ((await releaseEarly(db, Date.now())) > 0);
    const taken = await handleChanges();
    observeLag(taken.dueSince);
    const calculated = await calculate();
    await claimTimers(db, new Date());
    const { dueSince, isBehind } = await evaluateDue(db, cache, log);
    observeLag(dueSince);
    return taken.changed > 0 || taken.isBehind || calculated || dueSince.length > 0 || isBehind;
  }

  /** Logs a failure and delays the next round, with exponential back-off. */
  async function failed(error: unknown): Promise<void> {
    const trouble = classifyError(error);
    if (trouble) log.warn({ trouble, tenant: tenant.name }, 'evaluation waits for the database');
    else log.warn({ err: error, tenant: tenant.name }, 'a round of evaluation failed');
    await sleep(backOff.next(), undefined, { signal: closing.signal }).catch(() => undefined);
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      let woken = false;
      const waiting = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollInterval);
        wake = () => {
          woken = true;
          clearTimeout(timer);
          resolve();
        };
      });
      try {
        const busy = (await round()) || (await saveQuiet(db, cache));
        backOff.reset();
        if (busy) continue;
      } catch (error) {
        if (!closing.signal.aborted) await failed(error);
      }
      if (!woken) await waiting;
    }
  }
  const running = run();
  return {
    async close() {
      closing.abort();
      wake();
      await running;
      await listener.close();
    },
  };
}
