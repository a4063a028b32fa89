import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Histogram } from 'prom-client';
import type { Running } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { troubleOf } from '../../../platform/database/database-trouble.ts';
import { listen } from '../../../platform/database/listen.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { publish } from '../../../platform/live/live-events.ts';
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
import { invalidateFromTwinStart, invalidateOfTwin, selectActiveOfTwins } from '../definition/service.ts';
import { evaluateDue } from './batch.ts';
import type { PreparedCalculation } from './calculation.ts';
import { calculateDue } from './calculation-batch.ts';
import { selectCalculatedTags, selectTagUsers } from './calculation-store.ts';
import { claimTimers, deleteChanges, insertDueFromStart } from './due-store.ts';
import { PreparedCache } from './prepared-cache.ts';
import { saveQuiet } from './save-quiet.ts';
import { retryEvaluation } from './set-aside.ts';

export { type AppliedSimulation, applyEvaluation } from './apply.ts';
export {
  type CalculationDefinition,
  type CalculationRow,
  insertCalculations as createCalculations,
  selectCalculation as readCalculation,
  selectNeededCalculations as readNeededCalculations,
  updateCalculation,
} from './calculation-store.ts';
export { checkInThread } from './check.ts';
export { readDueWork } from './due.ts';
export { explainProtectionAt, type ProtectionQuestion } from './explain.ts';
export type { EvaluationLimits } from './limits.ts';
export { type ProtectionTrial, type Trial, tryCalculation, tryProtection } from './preview.ts';
export {
  type SimulatedPart,
  type SimulationEnd,
  type SimulationStep,
  type SimulationTrial,
  simulate,
} from './simulate.ts';
export { recalculateTwinLevels } from './store.ts';
export { retryEvaluation };

/** Has a protection evaluated from the beginning, once the caller's transaction commits. */
export async function requestEvaluation(db: Db, protectionId: number): Promise<void> {
  await retryEvaluation(db, protectionId);
  await insertDueFromStart(db, [protectionId]);
}

/** What reads a tag: calculated tags, then protections. */
export function listTagUsers(db: Db, { tagId }: { tagId: number }): Promise<TagUser[]> {
  return selectTagUsers(db, tagId);
}

/** Schedules the protections that read a deleted tag from the beginning. */
export async function requestEvaluationOfUsers(
  db: Db,
  { users }: { users: readonly TagUser[] },
): Promise<void> {
  for (const { type, id } of users) if (type === 'protection') await requestEvaluation(db, id);
}

/** Schedules the active protections of twins from the beginning, once the caller's transaction commits. */
export async function requestTwinEvaluation(
  db: Db,
  { twinIds }: { twinIds: readonly number[] },
): Promise<void> {
  await insertDueFromStart(db, await selectActiveOfTwins(db, twinIds));
  await sql`select pg_notify(${pointsChannel}, '')`.execute(db);
}

/** Schedules all protections of a twin from the beginning: the time at which it goes out of service changed. */
export async function requestFromService(db: Db, { twinId }: { twinId: number }): Promise<void> {
  await insertDueFromStart(db, await invalidateOfTwin(db, twinId));
  await sql`select pg_notify(${pointsChannel}, '')`.execute(db);
}

/** Schedules the activity protections that count from their twin's start from the beginning. */
export async function requestFromStart(db: Db, { twinId }: { twinId: number }): Promise<void> {
  await insertDueFromStart(db, await invalidateFromTwinStart(db, twinId));
  await sql`select pg_notify(${pointsChannel}, '')`.execute(db);
}

/**
 * Has a calculated tag calculated anew over all points there are, by a command that the caller's transaction
 * starts.
 * @returns the command's id; that of one which is yet to end, when there is one.
 */
export async function requestRecalculation(
  db: Db,
  tag: { id: number; name: string },
  userId: number,
): Promise<string> {
  const [pending] = await listPendingCommands(db, 'recalculate-tag', targetOf(tag.id));
  return pending ?? startCommand(db, recalculationOf(tag, userId));
}

/** As `requestRecalculation`, after a change of what the tag is calculated by: one that runs is begun anew. */
export async function restartRecalculation(
  db: Db,
  tag: { id: number; name: string },
  userId: number,
): Promise<void> {
  await restartCommand(db, recalculationOf(tag, userId));
}

const recalculationOf = ({ id, name }: { id: number; name: string }, createdBy: number) => ({
  type: 'recalculate-tag' as const,
  targetType: targetOf(id).type,
  targetId: targetOf(id).id,
  targetName: name,
  input: { tagId: id },
  createdBy,
});

/** Has the recalculations of a tag stop that are yet to end: what it is calculated by changes. */
export async function supersedeRecalculations(db: Db, tagId: number): Promise<void> {
  await supersedeCommands(db, await listPendingCommands(db, 'recalculate-tag', targetOf(tagId)));
}

const targetOf = (tagId: number) => ({ type: 'tag', id: String(tagId) });

const evaluationLag = new Histogram({
  name: 'twinward_evaluation_lag_seconds',
  help: 'Time from when new points were written to when the protection was evaluated on them',
  buckets: [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30, 60],
  registers: [metrics],
});

/** Without a notification, new points and due timers are looked for this often. */
const pollInterval = 500;
const tagsPerEvent = 500;
/** Calculated tags of calculated tags take turns in one round, up to so many: protections have theirs too. */
const calculationTurns = 10;

/**
 * Evaluates a tenant's calculated tags and protections as points come, from now until it is closed. Any number of processes
 * may do so at once: each takes what no other has.
 */
export async function startEvaluation(tenant: Tenant, log: Logger): Promise<Running> {
  const { db } = tenant;
  const cache = new PreparedCache();
  const calculations = new PreparedCache<PreparedCalculation>();
  const closing = new AbortController();
  const backOff = createBackOff();
  let wake: () => void = () => undefined;
  // While its connection is away, new points are polled for.
  const listener = listen({
    connectionString: tenant.connectionString,
    channel: pointsChannel,
    log,
    onNotification: () => wake(),
  });

  function take(): Promise<number> {
    return withTransaction(db, async (transaction) => {
      const changed = await deleteChanges(transaction);
      for (let i = 0; i < changed.length; i += tagsPerEvent) {
        await publish(transaction, { type: 'points', tagIds: changed.slice(i, i + tagsPerEvent) });
      }
      return changed.length;
    });
  }

  /** Takes changes, and calculates what they lead to, and what that leads to. */
  async function settle(): Promise<boolean> {
    let changed = 0;
    for (let turn = 0; turn < calculationTurns; turn++) {
      changed += await take();
      const { dueSince, isBehind } = await calculateDue(db, calculations, log);
      if (dueSince.length === 0) return changed > 0 || isBehind;
    }
    return (await take()) + changed > 0;
  }

  /** Points that earlier versions stored ahead of the clock are held once, when evaluation starts. */
  let held = false;

  async function round(): Promise<boolean> {
    if (!held) {
      // Calculated points follow their inputs.
      const omittedTags = await selectCalculatedTags(db);
      await holdStored(db, Date.now(), { tolerance: await getEarlyTolerance(db), omittedTags });
    }
    held = true;
    while ((await releaseEarly(db, Date.now())) > 0);
    const changed = await settle();
    await claimTimers(db, new Date());
    const { dueSince, isBehind } = await evaluateDue(db, cache, log);
    const now = Date.now();
    for (const since of dueSince) evaluationLag.observe((now - since.getTime()) / 1000);
    return changed || dueSince.length > 0 || isBehind;
  }

  /** Logs what failed, and waits before the next round: longer the more rounds have failed. */
  async function failed(error: unknown): Promise<void> {
    const trouble = troubleOf(error);
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
