import { maximumShelvingDays } from '@twinward/contracts/protections/shelving';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { deleteShelvings, upsertShelvings } from '../definition/service.ts';
import { recalculateTwinLevels } from '../evaluation/service.ts';
import { shelvingEnded } from './events.ts';
import { lockShelved, type ShelvedRow, selectExpired } from './store.ts';

const day = 86_400_000;

/**
 * Shelves protections in one transaction: they are evaluated, but fire no actions, and twins ignore their levels. Those
 * already shelved get the new time and reason.
 * @returns the number of changed protections.
 * @throws AppError `not-found` if one of them does not exist; `invalid-request` for a time that has passed, or is more
 *   than 30 days ahead.
 */
export async function shelve(
  actor: Doer,
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
    await upsertShelvings(db, toIds(changed), { until, reason, userId: actor.userId });
    await recordShelvings(db, actor, changed, { until, reason });
    return changed.length;
  });
}

/**
 * Unshelves protections; a no-op for others.
 * @returns the number of unshelved protections.
 * @throws AppError `not-found` if one of them does not exist.
 */
export async function unshelve(actor: Doer, ids: readonly number[]): Promise<number> {
  return withTransaction(actor.tenant.db, async (db) => {
    const rows = await lockShelved(db, ids);
    if (rows.length < ids.length) found(null, 'Protection');
    return endShelvings(db, actor, rows);
  });
}

const expiredPerBatch = 500;

/** Unshelves the protections whose time has expired. */
export async function unshelveExpired(db: Db): Promise<void> {
  for (;;) {
    const ids = await selectExpired(db, expiredPerBatch);
    if (ids.length === 0) return;
    await withTransaction(db, async (transaction) => {
      const rows = await lockShelved(transaction, ids);
      // A user may have extended the shelving of one of them meanwhile.
      await endShelvings(
        transaction,
        null,
        rows.filter(({ until }) => until !== null && until.getTime() <= Date.now()),
      );
    });
  }
}

async function endShelvings(db: Db, actor: AuditActor, rows: readonly ShelvedRow[]): Promise<number> {
  const shelved = rows.filter(({ until }) => until !== null);
  await deleteShelvings(db, toIds(shelved));
  await recordShelvings(db, actor, shelved, { until: null, reason: null });
  if (shelved.length > 0) await shelvingEnded.emit(db, { protectionIds: toIds(shelved) });
  return shelved.length;
}

const toIds = (rows: readonly ShelvedRow[]) => rows.map(({ id }) => id);
const idsPerEvent = 500;

/** Records the effects of shelving and unshelving: levels, audit trail, and live events. */
async function recordShelvings(
  db: Db,
  actor: AuditActor,
  rows: readonly ShelvedRow[],
  now: { until: Date | null; reason: string | null },
): Promise<void> {
  if (rows.length === 0) return;
  await recalculateTwinLevels(db, [...new Set(rows.map(({ twin_id }) => twin_id))]);
  for (const row of rows) {
    await audit.updated(db, actor, row, { ...row, ...now });
  }
  for (let i = 0; i < rows.length; i += idsPerEvent) {
    const some = rows.slice(i, i + idsPerEvent);
    await publish(db, {
      type: 'evaluated',
      twinIds: [...new Set(some.map(({ twin_id }) => twin_id))],
      protectionIds: toIds(some),
    });
  }
}

const audit = new EntityAudit('protection', ({ id, name, until, reason }: ShelvedRow) => ({
  id,
  name,
  facts: { shelvedUntil: until?.toISOString() ?? null, shelvingReason: reason },
}));

function refuseUntil(message: string): never {
  throw new AppError('invalid-request', message, { errors: [{ path: 'until', message }] });
}
