import type { Asset, AssetChange, AssetDetail, NewAsset } from '@twinward/contracts/assets/asset';
import type { Insertable } from 'kysely';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { AssetTable } from '../../../platform/database/generated/rows.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import {
  checkConnectionChoice,
  refuseDeletionOfOwned,
  refuseOwned,
} from '../../connections/stream/service.ts';
import { refuseReferredTo, saveSystemFields, withFieldFacts } from '../../records/record-type/service.ts';
import { lockHierarchy } from '../../records/structure/service.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { resolveTaxonomy, type TaxonomyChoice } from '../taxonomy/service.ts';
import { assetDeleting, outOfServiceChanged, riskInputsChanged } from './events.ts';
import { getAsset } from './read.ts';
import {
  deleteAssetRow,
  insertAsset,
  lockAsset,
  selectAssets,
  selectChildIds,
  updateAssetRow,
} from './store.ts';

/** @throws AppError `invalid-request` naming each invalid field; `conflict` if the unique id is in use. */
export async function createAsset(actor: Actor, asset: NewAsset): Promise<AssetDetail> {
  return withTransaction(actor.tenant.db, (db) => insertNew(db, actor, asset));
}

/** Like `createAsset`, in the caller's transaction. */
export async function insertNew(db: Db, actor: AuditActor, asset: NewAsset): Promise<AssetDetail> {
  const parentId = await checkedParent(db, asset.parentId, null);
  await checkConnectionChoice(db, asset.connectionId, 'connectionId');
  const columns = { ...toColumns(asset, await resolveTaxonomy(db, asset)), parent_id: parentId };
  const id = await orNameTaken(insertAsset(db, columns), uniqueIdTaken(asset.uniqueId));
  await saveSystemFields(db, actor, 'asset', [{ id, isNew: true, changes: asset.fields }]);
  return audited(db, actor, id);
}

/** @throws AppError like `createAsset`; `not-found`; `conflict` if the version is outdated. */
export async function updateAsset(actor: Actor, id: number, change: AssetChange): Promise<AssetDetail> {
  return withTransaction(actor.tenant.db, (db) => updateFound(db, actor, id, change));
}

/** Like `updateAsset`, in the caller's transaction. */
export async function updateFound(
  db: Db,
  actor: AuditActor,
  id: number,
  change: AssetChange,
): Promise<AssetDetail> {
  const [before] = await selectAssets(db, [id]);
  const isMoved = found(before, 'Asset').parent_id !== change.parentId;
  const old = await lockCurrent(db, id, change.version, isMoved);
  refuseOwned(old.source, { ...old, ...toIds(old) }, change);
  if (change.connectionId !== old.connectionId)
    await checkConnectionChoice(db, change.connectionId, 'connectionId');
  const columns = toColumns(change, await resolveTaxonomy(db, change));
  if (isMoved) {
    const parent_id = await checkedParent(db, change.parentId, id);
    await orNameTaken(updateAssetRow(db, id, { ...columns, parent_id }), uniqueIdTaken(change.uniqueId));
  } else {
    await orNameTaken(updateAssetRow(db, id, columns), uniqueIdTaken(change.uniqueId));
  }
  await saveSystemFields(db, actor, 'asset', [{ id, isNew: false, changes: change.fields }]);
  const retires = columns.out_of_service_at?.getTime() !== before!.out_of_service_at?.getTime();
  if (retires && old.twinId !== null) await outOfServiceChanged.emit(db, { twinId: old.twinId });
  if (retires || columns.taxonomy_id !== before!.taxonomy_id) {
    await riskInputsChanged.emit(db, { assetIds: [id] });
  }
  return audited(db, actor, id, old);
}

/**
 * Moves an asset with its descendants.
 * @throws AppError like `updateAsset`.
 */
export async function moveAsset(
  actor: Actor,
  id: number,
  { parentId, version }: { parentId: number | null; version: number },
): Promise<AssetDetail> {
  return withTransaction(actor.tenant.db, (db) => moveAssetIn(db, actor, id, parentId, version));
}

/**
 * Like `moveAsset`, in the caller's transaction.
 * @param version null to skip the version check
 */
export async function moveAssetIn(
  db: Db,
  actor: AuditActor,
  id: number,
  parentId: number | null,
  version: number | null = null,
): Promise<AssetDetail> {
  const old = await lockCurrent(db, id, version, true);
  if (parentId !== old.parentId) refuseOwned(old.source, { ...old }, { parentId });
  const parent_id = await checkedParent(db, parentId, id);
  await updateAssetRow(db, id, { parent_id });
  return audited(db, actor, id, old);
}

/** @throws AppError `not-found`; `invalid-request` naming the invalid part of the choice. */
export async function setTaxonomy(
  actor: Actor,
  id: number,
  choice: TaxonomyChoice & { id: number },
): Promise<AssetDetail> {
  if (choice.id !== id) refuseProblems([{ path: 'id', message: `The asset of this call is ${id}.` }]);
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await lockCurrent(db, id, null, false);
    const { categoryId, classId, typeId } = choice;
    refuseOwned(old.source, toIds(old), { categoryId, classId, typeId });
    await updateAssetRow(db, id, { taxonomy_id: await resolveTaxonomy(db, choice) });
    await riskInputsChanged.emit(db, { assetIds: [id] });
    return audited(db, actor, id, old);
  });
}

/**
 * @throws AppError `not-found`; `conflict` if the asset has a twin or children, or if fields of records refer to it.
 */
export function deleteAsset(actor: Doer, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    await refuseReferredTo(db, 'asset', [id]);
    await deleteAssetIn(db, actor, id);
  });
}

/** Like `deleteAsset`, in the caller's transaction. Does not check references from fields of records. */
export async function deleteAssetIn(db: Db, actor: AuditActor, id: number): Promise<void> {
  const old = await lockCurrent(db, id, null, false);
  if (old.twinId !== null)
    throw new AppError('conflict', `The asset ${old.assetName} has a twin. Please delete the twin first.`);
  if (old.childCount > 0) {
    const what = old.childCount === 1 ? 'One asset is' : `${old.childCount} assets are`;
    throw new AppError('conflict', `${what} in ${old.assetName}. Please move or delete what is in it first.`);
  }
  refuseDeletionOfOwned(old.source, old.assetName);
  await assetDeleting.emit(db, { assetId: id });
  await deleteAssetRow(db, id);
  await audit.deleted(db, actor, old);
}

/** Moves the children of an asset to the top level, in the caller's transaction. */
export async function releaseChildrenIn(db: Db, actor: AuditActor, id: number): Promise<void> {
  await lockHierarchy(db);
  for (const child of await selectChildIds(db, id)) {
    await moveAssetIn(db, actor, child, null);
  }
}

/**
 * Locks the asset until the transaction ends and returns it.
 * @throws AppError `not-found`; `conflict` if the version is outdated.
 */
async function lockCurrent(
  db: Db,
  id: number,
  version: number | null,
  isMoved: boolean,
): Promise<AssetDetail> {
  if (isMoved) await lockHierarchy(db);
  await lockAsset(db, id);
  const asset = await getAsset(db, id);
  if (version !== null && asset.version !== version)
    throw outdated(`The asset ${asset.assetName}`, version, asset);
  return asset;
}

/**
 * @throws AppError `invalid-request` if the parent does not exist, or is the asset itself or one of its descendants.
 */
export async function checkedParent(
  db: Db,
  parentId: number | null,
  id: number | null,
): Promise<number | null> {
  if (parentId === null) return null;
  const [parent] = await selectAssets(db, [parentId]);
  if (!parent) refuseProblems([{ path: 'parentId', message: `There is no asset ${parentId}.` }]);
  if (id !== null && parent!.path.includes(`/${id}/`)) {
    const message =
      parentId === id
        ? 'An asset can’t be its own parent.'
        : `${parent!.asset_name} is below the asset itself. Please choose another place.`;
    refuseProblems([{ path: 'parentId', message }]);
  }
  return parentId;
}

const toIds = (asset: AssetDetail) => ({
  categoryId: asset.category?.id ?? null,
  classId: asset.class?.id ?? null,
  typeId: asset.type?.id ?? null,
});

export type Columns = Omit<Insertable<AssetTable>, 'parent_id'> & { out_of_service_at: Date | null };

export function toColumns(asset: NewAsset, taxonomyId: number | null): Columns {
  return {
    unique_id: asset.uniqueId,
    asset_name: asset.assetName,
    taxonomy_id: taxonomyId,
    technical_number: asset.technicalNumber,
    description: asset.description,
    is_equipment: asset.isEquipment,
    criticality: asset.criticality,
    maintenance_plant: asset.maintenancePlant,
    planning_plant: asset.planningPlant,
    department_id: asset.departmentId,
    position_id: asset.positionId,
    connection_id: asset.connectionId,
    out_of_service_at: asset.outOfServiceAt === null ? null : new Date(asset.outOfServiceAt),
  };
}

export const uniqueIdTaken = (uniqueId: string) => `An asset with the unique id ${uniqueId} already exists.`;

async function audited(db: Db, actor: AuditActor, id: number, old?: AssetDetail): Promise<AssetDetail> {
  const asset = await getAsset(db, id);
  await audit.saved(db, actor, old, asset);
  return asset;
}

export const audit = new EntityAudit('asset', async (asset: AssetDetail, db) => ({
  id: asset.id,
  name: asset.assetName,
  facts: await withFieldFacts(db, 'asset', toFacts(asset)),
}));

/** Returns the facts of an asset for the audit trail. Its further fields are included as stored. */
export const toFacts = ({
  ancestors,
  source,
  childCount,
  twinId,
  riskAnalysisId,
  riskAnalysisName,
  version,
  ...own
}: Asset & { ancestors?: unknown }) => own;
