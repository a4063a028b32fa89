import { maximumShelvingDays } from '@twinward/contracts/protections/shelving';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { type AuditActor, recordAudit } from '../../system/audit/service.ts';
import { deleteShelvings, upsertShelvings } from '../definition/service.ts';
import { recalculateTwinLevels } from '../evaluation/service.ts';
import { shelvingEnded } from './events.ts';
import { lockShelved, type ShelvedRow, selectExpired } from './store.ts';

const day = 86_400_000;

/**
 * Shelves protections, all or none: evaluated as ever, they tell nobody, and the levels of their twins do without
 * them. One that is shelved already gets the new time and reason.
 * @returns how many were changed.
 * @throws AppError `not-found` when one of them is not there; `invalid-request` for a time that is past, or more
 * than 30 days ahead.
 */
export async function shelve(
  actor: Actor,
  { ids, until: untilText, reason }: { ids: readonly number[]; until: string; reason: string },
): Promise<number> {
  const until = new Date(untilText);
  const ahead = until.getTime() - Date.now();
  if (ahead <= 0) refuseUntil('Please choose a later date.');
  if (ahead > maximumShelvingDays * day) {
    refuseUntil(`A protection is shelved for at most ${maximumShelvingDays} days.`);
  }
  return withTransaction(actor.tenant.db, async (db) => {
    const rows = await lockShelved(db, ids);
    if (rows.length < ids.length) found(null, 'Protection');
    const changed = rows.filter((row) => row.until?.getTime() !== until.getTime() || row.reason !== reason);
    await upsertShelvings(db, idsOf(changed), { until, reason, userId: actor.userId });
    await tell(db, actor, changed, { until, reason });
    return changed.length;
  });
}

/**
 * Takes protections back from the shelf; those that are not on it stay as they are.
 * @returns how many were.
 * @throws AppError `not-found` when one of them is not there.
 */
export async function unshelve(actor: Actor, ids: readonly number[]): Promise<number> {
  return withTransaction(actor.tenant.db, async (db) => {
    const rows = await lockShelved(db, ids);
    if (rows.length < ids.length) found(null, 'Protection');
    return takeBack(db, actor, rows);
  });
}

const expiredPerBatch = 500;

/** Takes back the protections whose time on the shelf is over. */
export async function unshelveExpired(db: Db): Promise<void> {
  for (;;) {
    const ids = await selectExpired(db, expiredPerBatch);
    if (ids.length === 0) return;
    await withTransaction(db, async (transaction) => {
      const rows = await lockShelved(transaction, ids);
      // Somebody may have shelved one of them for longer meanwhile.
      await takeBack(
        transaction,
        null,
        rows.filter(({ until }) => until !== null && until.getTime() <= Date.now()),
      );
    });
  }
}

async function takeBack(db: Db, actor: AuditActor, rows: readonly ShelvedRow[]): Promise<number> {
  const shelved = rows.filter(({ until }) => until !== null);
  await deleteShelvings(db, idsOf(shelved));
  await tell(db, actor, shelved, { until: null, reason: null });
  if (shelved.length > 0) await shelvingEnded.emit(db, { protectionIds: idsOf(shelved) });
  return shelved.length;
}

const idsOf = (rows: readonly ShelvedRow[]) => rows.map(({ id }) => id);
const idsPerEvent = 500;

/** What follows from protections being shelved or taken back: levels, the trail, and open screens. */
async function tell(
  db: Db,
  actor: AuditActor,
  rows: readonly ShelvedRow[],
  now: { until: Date | null; reason: string | null },
): Promise<void> {
  if (rows.length === 0) return;
  await recalculateTwinLevels(db, [...new Set(rows.map(({ twin_id }) => twin_id))]);
  for (const row of rows) {
    await recordAudit(db, actor, {
      action: 'update',
      entityType: 'protection',
      entityId: row.id,
      entityName: row.name,
      old: auditedOf(row),
      new: auditedOf(now),
    });
  }
  for (let i = 0; i < rows.length; i += idsPerEvent) {
    const some = rows.slice(i, i + idsPerEvent);
    await publish(db, {
      type: 'evaluated',
      twinIds: [...new Set(some.map(({ twin_id }) => twin_id))],
      protectionIds: idsOf(some),
    });
  }
}

const auditedOf = ({ until, reason }: { until: Date | null; reason: string | null }) => ({
  shelvedUntil: until?.toISOString() ?? null,
  shelvingReason: reason,
});

function refuseUntil(message: string): never {
  throw new AppError('invalid-request', message, { errors: [{ path: 'until', message }] });
}
