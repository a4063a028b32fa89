import type { NewAsset } from '@twinward/contracts/assets/asset';
import type { Db } from '../../../platform/database/database.ts';
import { orNameTaken } from '../../../platform/errors.ts';
import { checkConnectionChoice } from '../../connections/stream/service.ts';
import { listFieldFacts, type SaveOptions, saveSystemFields } from '../../records/record-type/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { resolveTaxonomy } from '../taxonomy/service.ts';
import { toAsset } from './read.ts';
import { insertAssetRows, selectAssets } from './store.ts';
import { audit, type Columns, checkedParent, toColumns, toFacts, uniqueIdTaken } from './write.ts';

export type NewRow = Columns & { parent_id: number | null };

/**
 * Creates assets in the caller's transaction, in a few statements for all. The parent of a new asset must already
 * exist.
 * @returns their ids, in order
 * @throws AppError like `createAsset`
 */
export async function createAssetsIn(
  db: Db,
  actor: AuditActor,
  assets: readonly NewAsset[],
): Promise<number[]> {
  if (assets.length === 0) return [];
  for (const parentId of new Set(assets.map((asset) => asset.parentId)))
    await checkedParent(db, parentId, null);
  for (const connectionId of new Set(assets.map((asset) => asset.connectionId)))
    await checkConnectionChoice(db, connectionId, 'connectionId');
  const findTaxonomy = rememberTaxonomy(db);
  const rows: NewRow[] = [];
  for (const asset of assets)
    rows.push({ ...toColumns(asset, await findTaxonomy(asset)), parent_id: asset.parentId });
  return insertAssetBlock(db, actor, { assets, rows });
}

/**
 * Inserts assets with their further fields, and records audit entries.
 * @returns their ids, in order
 * @throws AppError `conflict` if a unique id is in use; `invalid-request` for an invalid further field
 */
export async function insertAssetBlock(
  db: Db,
  by: AuditActor,
  { assets, rows }: { assets: readonly NewAsset[]; rows: readonly NewRow[] },
  options: SaveOptions = {},
): Promise<number[]> {
  const ids = await orNameTaken(insertAssetRows(db, rows), idsTaken(assets));
  const further = ids.map((id, place) => ({ id, isNew: true, changes: assets[place]!.fields }));
  await saveSystemFields(db, by, 'asset', further, options);
  const facts = await listAuditFacts(db, ids);
  await audit.recordAll(
    db,
    by,
    'create',
    ids.map((id, place) => ({ id, name: assets[place]!.assetName })),
    ({ id }) => ({ new: facts.get(id)! }),
  );
  return ids;
}

export type FindTaxonomy = (asset: NewAsset) => Promise<number | null>;

/** Returns a function that resolves the taxonomy entry of an asset. Equal choices are read once. */
export function rememberTaxonomy(db: Db): FindTaxonomy {
  const known = new Map<string, Promise<number | null>>();
  return (asset) => {
    const { categoryId, classId, typeId } = asset;
    const key = [categoryId, classId, typeId].join();
    if (!known.has(key)) known.set(key, resolveTaxonomy(db, asset));
    return known.get(key)!;
  };
}

export const idsTaken = ([first, ...others]: readonly NewAsset[]): string =>
  others.length === 0
    ? uniqueIdTaken(first!.uniqueId)
    : 'An asset with one of the unique ids already exists.';

/** Returns the facts of assets for the audit trail, by id. */
export async function listAuditFacts(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Record<string, unknown>>> {
  const further = await listFieldFacts(db, 'asset', ids);
  const assets = new Map((await selectAssets(db, ids)).map((row) => [row.id, toAsset(row)]));
  return new Map(
    ids.map((id, place) => {
      const { fields: _, ...facts } = toFacts(assets.get(id)!);
      return [id, { ...facts, ...further[place] }];
    }),
  );
}
