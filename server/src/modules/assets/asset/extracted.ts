import { isDeepStrictEqual } from 'node:util';
import type { Asset, NewAsset } from '@twinward/contracts/assets/asset';
import type { RecordSource } from '@twinward/contracts/core/record-source';
import type { Db } from '../../../platform/database/database.ts';
import { orNameTaken } from '../../../platform/errors.ts';
import type { SourceKey } from '../../connections/stream/service.ts';
import { changesNothing } from '../../jobs/row-import/service.ts';
import { saveSystemFields } from '../../records/record-type/service.ts';
import { lockHierarchy } from '../../records/structure/service.ts';
import {
  type FindTaxonomy,
  idsTaken,
  insertAssetBlock,
  listAuditFacts,
  type NewRow,
  rememberTaxonomy,
} from './block.ts';
import { outOfServiceChanged, riskInputsChanged } from './events.ts';
import { toAsset } from './read.ts';
import { selectExtractedAssets, updateAssetRow, updateAssetRows, updateGone } from './store.ts';
import { audit, type Columns, checkedParent, toColumns } from './write.ts';

/** An asset as it is in another system. */
export interface ExtractedAsset {
  source: SourceKey;
  /** Fields that the source does not fill keep their current values. */
  fields: Partial<NewAsset> & Pick<NewAsset, 'uniqueId' | 'assetName'>;
}

/** An existing asset with the key or the unique id. */
interface FoundAsset {
  asset: Asset;
  /** The other source record of the asset, if it still exists; otherwise null. */
  owner: RecordSource | null;
}

/**
 * Finds the assets with these keys in the stream, and those with these unique ids. Locks them and the asset hierarchy.
 */
export async function findExtractedAssets(
  db: Db,
  streamId: number,
  wanted: readonly { key: string; uniqueId: string }[],
): Promise<(one: { key: string; uniqueId: string }) => FoundAsset | null> {
  await lockHierarchy(db);
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

export type Taken = 'created' | 'changed' | 'unchanged';

/**
 * Creates or updates assets that are read from another system, in the caller's transaction, in a few statements for
 * all.
 * @param all `found` is the current asset, locked; the parent of a new asset must already exist
 * @throws AppError like `createAsset`
 */
export async function saveExtractedAssets(
  db: Db,
  all: readonly { found: Asset | null; taken: ExtractedAsset }[],
): Promise<Record<Taken, number>> {
  const created: FullAsset[] = [];
  const changed: { before: Asset; taken: FullAsset }[] = [];
  const used = new Set<number>();
  for (const { found, taken } of all) {
    const { source, fields } = taken;
    // A second record with the same unique id is refused by the unique index.
    if (!found || used.has(found.id)) {
      created.push({ source, fields: { ...emptyAsset, ...fields } });
      continue;
    }
    used.add(found.id);
    const { goneAt } = found.source ?? { goneAt: null };
    const before = toFields(found);
    // An asset that went out of service because it was gone from the source is in service again.
    const isBack = goneAt !== null && found.outOfServiceAt === goneAt;
    const now = { ...before, ...(isBack ? { outOfServiceAt: null } : {}), ...fields };
    const isSame =
      found.source?.key === source.key &&
      goneAt === null &&
      isDeepStrictEqual({ ...now, fields: undefined }, { ...before, fields: undefined }) &&
      changesNothing(found.fields, fields.fields);
    if (!isSame) changed.push({ before: found, taken: { source, fields: now } });
  }
  const findTaxonomy = rememberTaxonomy(db);
  await update(db, changed, findTaxonomy);
  await insert(db, created, findTaxonomy);
  return {
    created: created.length,
    changed: changed.length,
    unchanged: all.length - created.length - changed.length,
  };
}

interface FullAsset {
  source: SourceKey;
  fields: NewAsset;
}

async function insert(db: Db, all: readonly FullAsset[], findTaxonomy: FindTaxonomy): Promise<void> {
  if (all.length === 0) return;
  const rows: NewRow[] = [];
  for (const taken of all)
    rows.push({ ...(await toSourcedColumns(taken, findTaxonomy)), parent_id: taken.fields.parentId });
  const assets = all.map(({ fields }) => fields);
  await insertAssetBlock(db, null, { assets, rows }, { lenient: true });
}

async function update(
  db: Db,
  all: readonly { before: Asset; taken: FullAsset }[],
  findTaxonomy: FindTaxonomy,
): Promise<void> {
  if (all.length === 0) return;
  const ids = all.map(({ before }) => before.id);
  const old = await listAuditFacts(db, ids);
  for (const { before, taken } of all) {
    if (before.parentId === taken.fields.parentId) continue;
    const parent_id = await checkedParent(db, taken.fields.parentId, before.id);
    await updateAssetRow(db, before.id, { parent_id });
  }
  const rows: (Columns & { id: number })[] = [];
  for (const { before, taken } of all)
    rows.push({ id: before.id, ...(await toSourcedColumns(taken, findTaxonomy)) });
  await orNameTaken(updateAssetRows(db, rows), idsTaken(all.map(({ taken }) => taken.fields)));
  const further = all.map(({ before, taken }) => ({
    id: before.id,
    isNew: false,
    changes: taken.fields.fields,
  }));
  await saveSystemFields(db, null, 'asset', further, { lenient: true });
  const retired = all.filter(({ before, taken }) => before.outOfServiceAt !== taken.fields.outOfServiceAt);
  for (const { before } of retired)
    if (before.twinId !== null) await outOfServiceChanged.emit(db, { twinId: before.twinId });
  const classified = all.filter(({ before, taken }) => {
    const { categoryId, classId, typeId } = toFields(before);
    const { fields } = taken;
    return categoryId !== fields.categoryId || classId !== fields.classId || typeId !== fields.typeId;
  });
  const assetIds = [...new Set([...retired, ...classified].map(({ before }) => before.id))];
  if (assetIds.length > 0) await riskInputsChanged.emit(db, { assetIds });
  const now = await listAuditFacts(db, ids);
  await audit.recordAll(
    db,
    null,
    'update',
    all.map(({ before: { id }, taken }) => ({ id, name: taken.fields.assetName })),
    ({ id }) => ({ old: old.get(id)!, new: now.get(id)! }),
  );
}

/** A record that is read again is no longer gone. */
const toSourcedColumns = async ({ source, fields }: FullAsset, findTaxonomy: FindTaxonomy) => ({
  ...toColumns(fields, await findTaxonomy(fields)),
  ...{ stream_id: source.streamId, stream_key: source.key, gone_at: null },
});

/**
 * Takes assets that the source no longer has out of service.
 * @returns their number
 */
export async function markAssetsGone(db: Db, streamId: number, keys: readonly string[]): Promise<number> {
  const gone = await updateGone(db, streamId, keys);
  for (const { twin_id: twinId } of gone) if (twinId !== null) await outOfServiceChanged.emit(db, { twinId });
  await audit.recordAll(
    db,
    null,
    'update',
    gone.map(({ id, asset_name: name, gone_at }) => ({ id, name, gone_at })),
    ({ gone_at }) => ({ old: { goneAt: null }, new: { goneAt: gone_at.toISOString() } }),
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

const toFields = (asset: Asset): NewAsset => ({
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
