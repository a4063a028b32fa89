import { isDeepStrictEqual } from 'node:util';
import type { Asset, NewAsset } from '@twinward/contracts/assets/asset';
import type { RecordSource } from '@twinward/contracts/core/record-source';
import type { Db } from '../../../platform/database/database.ts';
import type { SourceKey } from '../../connections/stream/service.ts';
import { changesNothing } from '../../jobs/row-import/service.ts';
import { recordAudits } from '../../system/audit/service.ts';
import { outOfServiceChanged } from './events.ts';
import { getAsset, toAsset } from './read.ts';
import { lockAsset, selectExtractedAssets, updateGone } from './store.ts';
import { insertNew, updateFound } from './write.ts';

/** An asset as another system has it. */
export interface ExtractedAsset {
  source: SourceKey;
  /** Of the fields that the source does not fill, the values here stay. */
  fields: Partial<NewAsset> & Pick<NewAsset, 'uniqueId' | 'assetName'>;
}

/** An asset that is read already, or has the unique id. */
interface FoundAsset {
  asset: Asset;
  /** The other record that it is read from and that still exists; null without one. */
  owner: RecordSource | null;
}

/** The assets that are read already, by key there, and those with the unique ids. */
export async function findExtractedAssets(
  db: Db,
  streamId: number,
  wanted: readonly { key: string; uniqueId: string }[],
): Promise<(one: { key: string; uniqueId: string }) => FoundAsset | null> {
  const rows = await selectExtractedAssets(db, streamId, wanted);
  const byKey = new Map(
    rows.flatMap((row) => (row.stream_id === streamId ? [[row.stream_key!, row] as const] : [])),
  );
  const byId = new Map(rows.map((row) => [row.unique_id, row]));
  return ({ key, uniqueId }) => {
    const row = byKey.get(key) ?? byId.get(uniqueId);
    if (!row) return null;
    const { source } = row;
    const isOwned = source !== null && source.goneAt === null && source.fields.length > 0;
    return { asset: toAsset(row), owner: isOwned && row !== byKey.get(key) ? source : null };
  };
}

/**
 * Makes an asset that is read from another system, or changes it, in the caller's transaction.
 * @throws AppError as creating an asset
 */
export async function takeAsset(
  db: Db,
  found: Asset | null,
  { source, fields }: ExtractedAsset,
): Promise<'created' | 'changed' | 'unchanged'> {
  if (!found) {
    await insertNew(db, null, { ...emptyAsset, ...fields }, source);
    return 'created';
  }
  await lockAsset(db, found.id);
  const existing = await getAsset(db, found.id);
  const { goneAt } = existing.source ?? { goneAt: null };
  const before = fieldsOf(existing);
  // What went out of service as it was gone is in service again.
  const isBack = goneAt !== null && existing.outOfServiceAt === goneAt;
  const now = { ...before, ...(isBack ? { outOfServiceAt: null } : {}), ...fields };
  const isSame =
    existing.source?.key === source.key &&
    goneAt === null &&
    isDeepStrictEqual({ ...now, fields: undefined }, { ...before, fields: undefined }) &&
    changesNothing(existing.fields, fields.fields);
  if (isSame) return 'unchanged';
  await updateFound(db, null, existing.id, { ...now, version: existing.version }, source);
  return 'changed';
}

/** Takes assets that are no longer there out of service. @returns how many */
export async function markAssetsGone(db: Db, streamId: number, keys: readonly string[]): Promise<number> {
  const gone = await updateGone(db, streamId, keys);
  for (const { twin_id: twinId } of gone) if (twinId !== null) await outOfServiceChanged.emit(db, { twinId });
  await recordAudits(
    db,
    null,
    gone.map(({ id, asset_name, gone_at }) => ({
      action: 'update',
      entityType: 'asset',
      entityId: id,
      entityName: asset_name,
      old: { goneAt: null },
      new: { goneAt: gone_at.toISOString() },
    })),
  );
  return gone.length;
}

const emptyAsset: Omit<NewAsset, 'uniqueId' | 'assetName'> = {
  technicalNumber: null,
  description: '',
  isEquipment: true,
  criticality: null,
  maintenancePlant: null,
  planningPlant: null,
  departmentId: null,
  positionId: null,
  outOfServiceAt: null,
  connectionId: null,
  parentId: null,
  categoryId: null,
  classId: null,
  typeId: null,
};

const fieldsOf = (asset: Asset): NewAsset => ({
  uniqueId: asset.uniqueId,
  assetName: asset.assetName,
  technicalNumber: asset.technicalNumber,
  description: asset.description,
  isEquipment: asset.isEquipment,
  criticality: asset.criticality,
  maintenancePlant: asset.maintenancePlant,
  planningPlant: asset.planningPlant,
  departmentId: asset.departmentId,
  positionId: asset.positionId,
  outOfServiceAt: asset.outOfServiceAt,
  connectionId: asset.connectionId,
  parentId: asset.parentId,
  categoryId: asset.category?.id ?? null,
  classId: asset.class?.id ?? null,
  typeId: asset.type?.id ?? null,
});
