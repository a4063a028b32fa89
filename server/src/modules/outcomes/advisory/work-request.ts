import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { FiledWork, WorkToFile } from '../../../connectors/connector.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found as existing } from '../../../platform/errors.ts';
import { type Fence, lockLease } from '../../connections/connection/service.ts';
import { listConnectionManagers, notify } from '../notification/service.ts';
import { publishChange } from './change.ts';
import { getAdvisory } from './read.ts';
import { selectWorkRequest } from './store.ts';
import {
  assignRequests,
  type DueRow,
  selectAdvisoryOfRequest,
  selectDueRequest,
  selectOpenNumbers,
  updateFailed,
  updateFiled,
  updateRead,
  updateRetry,
  updateStates,
  updateTaken,
} from './work-request-store.ts';
import { audit } from './write.ts';

/**
 * The outbox of work requests. An advisory that becomes active inserts a request. A run of the connection that takes it
 * files it in the other system, and mirrors the state of the work there.
 */

/**
 * Returns the next due request of a group, and reserves it for `takenFor` milliseconds; null if none exists. @throws
 * LeaseLost
 */
export function claimDueRequest(
  db: Db,
  fence: Fence,
  takenFor: number,
): Promise<{ id: number; attempts: number; work: WorkToFile } | null> {
  return withTransaction(db, async (transaction) => {
    await lockLease(transaction, fence);
    await assignRequests(transaction, fence.groupId);
    const row = await selectDueRequest(transaction, fence.groupId);
    if (!row) return null;
    await updateTaken(transaction, row.id, takenFor);
    return { id: row.id, attempts: row.attempts + 1, work: toWork(row) };
  });
}

const toWork = (row: DueRow): WorkToFile => ({
  key: row.idempotency_key,
  type: row.request.type,
  priority: row.request.priority,
  status: row.request.status,
  shortDescription: row.request.shortDescription || row.name,
  description: row.request.description || row.comment,
  asset: {
    uniqueId: row.unique_id,
    technicalNumber: row.technical_number,
    isEquipment: row.is_equipment,
    maintenancePlant: row.maintenance_plant,
    planningPlant: row.planning_plant,
    departmentId: row.department_id,
  },
});

/** Records that work was filed. Does not require the lease, since the other system already has the work. */
export const recordFiled = (db: Db, groupId: number, id: number, work: FiledWork): Promise<void> =>
  change(db, async (transaction) => {
    const advisoryId = await updateFiled(transaction, groupId, id, work);
    return advisoryId === null ? [] : [advisoryId];
  });

/** Records a failed attempt. Notifies managers of the first failure in a row. */
export function recordFailed(
  db: Db,
  groupId: number,
  id: number,
  attempts: number,
  message: string,
  pause: { delay: number; hold: number },
): Promise<void> {
  return withTransaction(db, async (transaction) => {
    const failed = await updateFailed(transaction, groupId, id, attempts, message, pause);
    if (!failed) return;
    const advisory = await selectAdvisoryOfRequest(transaction, failed.advisory_id);
    await publishChange(transaction, [advisory.twin_id]);
    if (!failed.is_first) return;
    await notify(transaction, [
      {
        recipients: await listConnectionManagers(transaction),
        reach: 'all',
        context: 'work-request',
        type: 'failed',
        twinId: advisory.twin_id,
        message: `The work request of ${advisory.name} (${advisory.asset_name}) was not sent: ${message}`,
        url: `/apps/twins/${advisory.twin_id}/advisories/${advisory.id}`,
        grouping: `work-request-failed:${advisory.id}`,
        time: new Date(),
      },
    ]);
    await auditRequest(transaction, failed.advisory_id);
  });
}

export const listOpenRequests = selectOpenNumbers;

/** Records the states of filed work that were read. */
export const recordStates = (
  db: Db,
  groupId: number,
  asked: readonly string[],
  states: readonly FiledWork[],
): Promise<void> => change(db, (transaction) => updateStates(transaction, groupId, asked, states));

/** Records work that was read and was created from requests. */
export const followReadWork = (
  db: Db,
  { groupId, work }: { groupId: number; work: readonly { key: string; number: string; state: string }[] },
): Promise<void> => change(db, (transaction) => updateRead(transaction, groupId, work));

function change(db: Db, update: (db: Db) => Promise<readonly number[]>): Promise<void> {
  return withTransaction(db, async (transaction) => {
    const advisoryIds = await update(transaction);
    const twinIds: number[] = [];
    for (const id of advisoryIds) {
      await auditRequest(transaction, id);
      twinIds.push((await selectAdvisoryOfRequest(transaction, id)).twin_id);
    }
    if (twinIds.length > 0) await publishChange(transaction, twinIds);
  });
}

async function auditRequest(db: Db, advisoryId: number, actor: Actor | null = null): Promise<void> {
  const { name } = await selectAdvisoryOfRequest(db, advisoryId);
  const { number, status, phase, error } = (await selectWorkRequest(db, advisoryId))!;
  await audit.changed(
    db,
    actor,
    { id: advisoryId, name },
    { new: { workRequest: { number, status, phase, error, ...(actor ? { tryNow: true } : {}) } } },
  );
}

/**
 * Makes the request of an advisory due immediately.
 * @throws AppError `not-found`; `conflict` if it was already sent.
 */
export function sendWorkRequest(actor: Actor, id: number): Promise<Advisory> {
  return withTransaction(actor.tenant.db, async (db) => {
    existing((await getAdvisory(db, actor, id)).workRequest, 'Work request');
    if (!(await updateRetry(db, id))) throw new AppError('conflict', 'The work request was already sent.');
    await auditRequest(db, id, actor);
    await publishChange(db, [(await selectAdvisoryOfRequest(db, id)).twin_id]);
    return getAdvisory(db, actor, id);
  });
}
