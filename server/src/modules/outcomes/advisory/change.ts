import type { AdvisoryState } from '@twinward/contracts/advisories/advisory';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { editableAdvisoryStates } from '@twinward/domain/rules/advisory';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { setAdvisoryCounts } from '../watch/service.ts';
import { advisoryStateChanged } from './events.ts';
import { type AdvisoryRow, selectAdvisory } from './list-store.ts';
import {
  activateAdvisory,
  countStates,
  insertChanges,
  insertWorkRequest,
  lockTwinAdvisories,
  selectAdvisoryTwin,
} from './store.ts';

/** Locks an advisory until the transaction ends. @throws AppError `not-found`. */
export async function lockAdvisory(db: Db, id: number): Promise<AdvisoryRow> {
  await lockTwinAdvisories(db, [found(await selectAdvisoryTwin(db, id), 'Advisory')]);
  return found(await selectAdvisory(db, id), 'Advisory');
}

/** @throws AppError `conflict` after an advisory has ended. */
export function refuseEnded({ state }: Pick<AdvisoryRow, 'state'>): void {
  if (!editableAdvisoryStates.includes(state))
    throw new AppError('conflict', `The advisory is ${state}: it can't be changed.`);
}

/**
 * Rejects changes of the further fields of an advisory that has ended.
 * @throws AppError as `refuseEnded`; `not-found`.
 */
export async function refuseFieldsOfEnded(
  db: Db,
  { type, id }: { type: SystemType; id: number },
): Promise<void> {
  if (type === 'advisory') refuseEnded(await lockAdvisory(db, id));
}

/** Adds an entry to an advisory's history. */
export async function bumpVersion(
  db: Db,
  id: number,
  userId: number | null,
  action: string,
  more: { from?: AdvisoryState; to?: AdvisoryState; reason?: string } = {},
): Promise<void> {
  const { from = null, to = null, reason = '' } = more;
  await insertChanges(db, [
    { advisory_id: id, user_id: userId, action, from_state: from, to_state: to, reason },
  ]);
  if (to !== null) await advisoryStateChanged.emit(db, { advisoryId: id, before: from, reason });
}

/** Activates an advisory: sets its target date, and inserts its work request. */
export async function activate(db: Db, id: number): Promise<void> {
  await activateAdvisory(db, id);
  const { work } = found(await selectAdvisory(db, id), 'Advisory');
  if (work !== null) await insertWorkRequest(db, id, work);
}

/** Notifies watches and open screens that advisories of these twins have changed. */
export async function publishChange(db: Db, twinIds: readonly number[]): Promise<void> {
  const unique = [...new Set(twinIds)];
  for (const twinId of unique) await setAdvisoryCounts(db, twinId, await countStates(db, twinId));
  await publish(db, { type: 'advisories', twinIds: unique });
}
