import {
  type KnownHistory,
  type MarkedRange,
  maximumKnownWork,
  maximumMarkedRanges,
  type NewMarkedRange,
} from '@twinward/contracts/protections/known-history';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { referred } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { listWorkTags } from '../../twins/mtbf/service.ts';
import { getTwin, lockTwins } from '../../twins/twin/service.ts';
import { listFailureWork } from '../../work/work/service.ts';
import { deleteRange, insertRange, type RangeRow, selectModes, selectRanges } from './store.ts';

const audit = new EntityAudit('twin');

/**
 * Returns the known failures and marked ranges of a twin.
 * @throws AppError `not-found`.
 */
export async function getKnownHistory(db: Db, twinId: number, now = Date.now()): Promise<KnownHistory> {
  const { assetId, outOfServiceAt } = await getTwin(db, twinId);
  const work = await listFailureWork(db, await listWorkTags(db, assetId));
  const completed = work.flatMap(({ corrective, completed, id, name, mechanism, start, duration }) =>
    corrective && completed !== null && completed <= now
      ? [{ id, name, mechanism, start, completed, duration }]
      : [],
  );
  return {
    work: completed.toSorted((one, other) => one.completed - other.completed).slice(-maximumKnownWork),
    ranges: (await selectRanges(db, twinId)).map(toRange),
    failureModes: await selectModes(db, twinId),
    knownUntil: Math.min(now, outOfServiceAt === null ? now : Date.parse(outOfServiceAt)),
  };
}

/**
 * Creates a marked range, a time range in which something was wrong.
 * @throws AppError `not-found`; `invalid-request` for a failure mode of another twin; `conflict` above the maximum
 *   number.
 */
export async function createMarkedRange(
  actor: Actor,
  twinId: number,
  range: NewMarkedRange,
): Promise<MarkedRange> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockTwins(db, [twinId]);
    const { assetName } = await getTwin(db, twinId);
    const modes = await selectModes(db, twinId);
    const { failureModeId } = range;
    if (failureModeId !== null) {
      referred(
        modes.find(({ id }) => id === failureModeId),
        'failureModeId',
        failureModeId,
      );
    }
    if ((await selectRanges(db, twinId)).length >= maximumMarkedRanges) {
      throw new AppError('conflict', 'At most 1,000 ranges can be marked for a twin.');
    }
    const { id, ...marked } = await createMarkedRangeIn(db, twinId, range, actor.userId);
    await audit.changed(
      db,
      actor,
      { id: twinId, name: assetName },
      { new: { markedRange: marked }, old: {} },
    );
    return { id, ...marked };
  });
}

/** Like `createMarkedRange`, in the caller's transaction. */
export async function createMarkedRangeIn(
  db: Db,
  twinId: number,
  { start, end, failedAt, failureModeId, note }: NewMarkedRange,
  createdBy: number | null = null,
): Promise<MarkedRange> {
  const row = await insertRange(db, {
    twin_id: twinId,
    failure_mode_id: failureModeId,
    start_at: new Date(start),
    end_at: new Date(end),
    failed_at: failedAt === null ? null : new Date(failedAt),
    note,
    created_by: createdBy,
  });
  return toRange(row);
}

/** @throws AppError `not-found`. */
export async function deleteMarkedRange(actor: Actor, twinId: number, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const { assetName } = await getTwin(db, twinId);
    const { id: _, ...marked } = toRange(found(await deleteRange(db, twinId, id), 'Marked range'));
    await audit.changed(
      db,
      actor,
      { id: twinId, name: assetName },
      { old: { markedRange: marked }, new: {} },
    );
  });
}

const toRange = (row: RangeRow): MarkedRange => ({
  id: row.id,
  start: row.start_at.toISOString(),
  end: row.end_at.toISOString(),
  failedAt: row.failed_at?.toISOString() ?? null,
  failureModeId: row.failure_mode_id,
  note: row.note,
});
