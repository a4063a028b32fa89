import type { Asset } from '@twinward/contracts/asset';
import type { TagSummary } from '@twinward/contracts/tag';
import type { Db } from '../../platform/database.ts';
import { found } from '../../platform/errors.ts';
import { readTagsOfAsset } from '../tag/service.ts';
import { findAssets, insertAsset } from './store.ts';

/** The assets of those ids that exist, by id. */
export async function readAssets(db: Db, ids: readonly number[]): Promise<Asset[]> {
  const rows = await findAssets(db, ids);
  return rows.map((row) => ({
    id: row.id,
    assetName: row.asset_name,
    uniqueId: row.unique_id,
    category: captioned(row.category),
    class: captioned(row.class),
    type: captioned(row.type),
    technicalNumber: row.technical_number,
    description: row.description,
    isEquipment: row.is_equipment,
    maintenancePlant: row.maintenance_plant,
    planningPlant: row.planning_plant,
    departmentId: row.department_id,
    positionId: row.position_id,
    twinId: row.twin_id,
  }));
}

/** @throws AppError `not-found` when there is no such asset. */
export async function readAssetTags(db: Db, assetId: number): Promise<TagSummary[]> {
  const [asset] = await findAssets(db, [assetId]);
  found(asset, 'Asset');
  return readTagsOfAsset(db, assetId);
}

/** An asset to be made, with its place in the taxonomy by the names of ISO 14224. */
export interface NewAsset {
  uniqueId: string;
  assetName: string;
  category?: string;
  class?: string;
  type?: string;
  description?: string;
}

/** Makes an asset. @returns its id. */
export function createAsset(db: Db, asset: NewAsset): Promise<number> {
  return insertAsset(db, {
    unique_id: asset.uniqueId,
    asset_name: asset.assetName,
    category: asset.category ?? null,
    class: asset.class ?? null,
    type: asset.type ?? null,
    description: asset.description ?? '',
  });
}

/** The terms of the taxonomy are known by their names. */
function captioned(name: string | null): { id: string; caption: string } | null {
  return name === null ? null : { id: name, caption: name };
}
