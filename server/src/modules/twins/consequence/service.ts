import type { AuditAction } from '@twinward/contracts/system/audit';
import type {
  Consequence,
  ConsequenceChange,
  ConsequenceParent,
  NewConsequence,
} from '@twinward/contracts/twins/consequence';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found, orNameTaken } from '../../../platform/errors.ts';
import { getAssets } from '../../assets/asset/service.ts';
import { type AuditDifference, EntityAudit } from '../../system/audit/service.ts';
import { assertFailureMode, bumpFailureModeVersion } from '../failure-mode/service.ts';
import {
  type ConsequenceRow,
  checkedConsequence,
  deleteConsequenceRow,
  emitRiskInputs,
  insertConsequence,
  type Owner,
  selectConsequenceById,
  selectConsequencesByOwner,
  selectConsequencesOfTwin,
  toConsequence,
  updateConsequenceRow,
} from '../failure-risk/service.ts';
import { assertTwin, bumpTwinVersion } from '../twin/service.ts';

const audit = new EntityAudit('consequence');

const columns = { twin: 'twin_id', 'failure-mode': 'failure_mode_id', asset: 'asset_id' } as const;

/** @throws AppError `not-found` for an unknown owner. */
export async function listConsequences(db: Db, type: ConsequenceParent, id: number): Promise<Consequence[]> {
  await assertOwner(db, { column: columns[type], id });
  const rows =
    type === 'twin'
      ? await selectConsequencesOfTwin(db, id)
      : await selectConsequencesByOwner(db, columns[type], [id]);
  return rows.map(toConsequence);
}

/**
 * @throws AppError `not-found` for an unknown asset or twin; `invalid-request` for an unknown failure mode; `conflict`
 *   if the owner already has a consequence.
 */
export async function createConsequence(actor: Actor, consequence: NewConsequence): Promise<Consequence> {
  const owner = resolveOwner(consequence);
  const fields = checkedConsequence(consequence, '0.');
  return withTransaction(actor.tenant.db, async (db) => {
    await assertOwner(db, owner, '0.failureModeId');
    const inserted = insertConsequence(db, owner, fields);
    const id = await orNameTaken(inserted, 'A consequence already exists. Change that one.');
    const row = (await selectConsequenceById(db, id))!;
    await followChange(db, actor, owner, id, 'create', { new: fields });
    return toConsequence(row);
  });
}

/** @returns null if the consequence was removed. @throws AppError `not-found`. */
export async function updateConsequence(
  actor: Actor,
  id: number,
  change: ConsequenceChange,
): Promise<Consequence | null> {
  if (change.lifeCycleState === 'removed') {
    await deleteConsequence(actor, id);
    return null;
  }
  const fields = checkedConsequence(change, '');
  return withTransaction(actor.tenant.db, async (db) => {
    const before = found(await selectConsequenceById(db, id), 'Consequence');
    await updateConsequenceRow(db, id, fields);
    await followChange(db, actor, ownerOfRow(before), id, 'update', { old: pick(before), new: fields });
    return toConsequence((await selectConsequenceById(db, id))!);
  });
}

/** @throws AppError `not-found`. */
export async function deleteConsequence(actor: Actor, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const before = found(await selectConsequenceById(db, id), 'Consequence');
    const owner = ownerOfRow(before);
    await deleteConsequenceRow(db, owner);
    await followChange(db, actor, owner, id, 'delete', { old: pick(before) });
  });
}

function pick({ value, scale, description, library }: ConsequenceRow) {
  return { value, scale, description, library };
}

type OwnerIds = Pick<Consequence, 'assetId' | 'twinId' | 'failureModeId'>;

function resolveOwner({ assetId, twinId, failureModeId }: OwnerIds): Owner {
  if (twinId !== null) return { column: 'twin_id', id: twinId };
  if (failureModeId !== null) return { column: 'failure_mode_id', id: failureModeId };
  return { column: 'asset_id', id: assetId! };
}

const ownerOfRow = (row: ConsequenceRow): Owner =>
  resolveOwner({ assetId: row.asset_id, twinId: row.twin_id, failureModeId: row.failure_mode_id });

/** @param path path of the failure mode's id in the request, if the request refers to it */
async function assertOwner(db: Db, { column, id }: Owner, path?: string): Promise<void> {
  if (column === 'twin_id') return assertTwin(db, id);
  if (column === 'failure_mode_id') return assertFailureMode(db, id, path);
  found((await getAssets(db, [id]))[0], 'Asset');
}

/** Reports the changed risk inputs, bumps the owner's optimistic-lock version, and records an audit entry. */
async function followChange(
  db: Db,
  actor: Actor,
  { column, id: ownerId }: Owner,
  id: number,
  action: AuditAction,
  difference: AuditDifference,
): Promise<void> {
  await emitRiskInputs(db, { column, id: ownerId });
  if (column === 'twin_id') await bumpTwinVersion(db, ownerId);
  if (column === 'failure_mode_id') await bumpFailureModeVersion(db, ownerId);
  const name = `${column.replace('_id', '').replace('_', ' ')} ${ownerId}`;
  await audit.record(db, actor, action, { id, name }, difference);
}
