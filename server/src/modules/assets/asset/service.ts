import type { Asset, AssetDetail, AssetNode } from '@twinward/contracts/assets/asset';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { TagSummary } from '@twinward/contracts/signals/tag';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { readTagsOfAsset } from '../../signals/tag/service.ts';
import { classificationOf, readTaxonomyByCaption, type TaxonomyCaptions } from '../taxonomy/service.ts';
import {
  type AssetRow,
  findAncestors,
  findAssetPage,
  findAssets,
  findAssetsByUniqueId,
  findChildPage,
  insertAsset,
} from './store.ts';

export { readTaxonomy, readTaxonomyByCaption, resolveTaxonomy } from '../taxonomy/service.ts';
export { getFailureData, selectMeasuredMtbf, upsertMeasuredMtbf } from './measured-mtbf.ts';
export { findAssetPlaces as readAssetPlaces } from './store.ts';
export {
  addAsset,
  changeAsset,
  insertNew,
  moveAsset,
  removeAsset,
  setTaxonomy,
  updateFound,
} from './write.ts';

/** The assets of those ids that exist, by id. */
export async function readAssets(db: Db, ids: readonly number[]): Promise<Asset[]> {
  return (await findAssets(db, ids)).map(assetOf);
}

/** The assets of those unique ids that exist. */
export async function readAssetsByUniqueId(db: Db, uniqueIds: readonly string[]): Promise<Asset[]> {
  return (await findAssetsByUniqueId(db, uniqueIds)).map(assetOf);
}

/** @throws AppError `not-found` when there is no such asset. */
export async function readAsset(db: Db, id: number): Promise<AssetDetail> {
  const row = found((await findAssets(db, [id]))[0], 'Asset');
  const ancestors = await findAncestors(db, row);
  return {
    ...assetOf(row),
    ancestors: ancestors.map((place) => ({ id: place.id, assetName: place.asset_name })),
  };
}

/**
 * A page of the assets, or of those below one.
 * @throws AppError `not-found` when there is none to be below of.
 */
export async function readAssetList(db: Db, request: ListRequest, under?: number): Promise<Page<Asset>> {
  const path = under === undefined ? null : found((await findAssets(db, [under]))[0], 'Asset').path;
  const { records, total } = await findAssetPage(db, request, path);
  return { records: records.map(assetOf), total };
}

/**
 * A page of what stands directly in an asset, or in none.
 * @throws AppError `not-found` when there is no such asset.
 */
export async function readChildren(
  db: Db,
  parentId: number | undefined,
  paging: { pageNumber: number; pageSize: number },
): Promise<Page<AssetNode>> {
  if (parentId !== undefined) found((await findAssets(db, [parentId]))[0], 'Asset');
  const { records, total } = await findChildPage(db, parentId ?? null, paging);
  return {
    records: records.map((row) => ({
      id: row.id,
      assetName: row.asset_name,
      uniqueId: row.unique_id,
      isEquipment: row.is_equipment,
      childCount: row.child_count,
      twinId: row.twin_id,
    })),
    total,
  };
}

/** @throws AppError `not-found` when there is no such asset, or it has no tags. */
export async function readAssetTags(db: Db, assetId: number): Promise<TagSummary[]> {
  found((await findAssets(db, [assetId]))[0], 'Asset');
  const tags = await readTagsOfAsset(db, assetId);
  if (tags.length === 0) throw new AppError('not-found', 'Response does not contain any data');
  return tags;
}

/** An asset to be made by the system itself, with its place in the taxonomy by captions. */
export interface NewAsset extends TaxonomyCaptions {
  uniqueId: string;
  assetName: string;
  description?: string;
  isEquipment?: boolean;
  parentId?: number;
}

/** Makes an asset. @returns its id. */
export async function createAsset(db: Db, asset: NewAsset): Promise<number> {
  let taxonomyId: number | null = null;
  if (asset.category !== undefined) {
    const id = (await readTaxonomyByCaption(db))(asset);
    if (id === undefined) throw new Error(`the taxonomy lacks ${JSON.stringify(asset)}`);
    taxonomyId = id;
  }
  return insertAsset(db, {
    unique_id: asset.uniqueId,
    asset_name: asset.assetName,
    taxonomy_id: taxonomyId,
    description: asset.description ?? '',
    is_equipment: asset.isEquipment ?? true,
    parent_id: asset.parentId ?? null,
  });
}

function assetOf(row: AssetRow): Asset {
  return {
    id: row.id,
    assetName: row.asset_name,
    uniqueId: row.unique_id,
    ...classificationOf(row),
    technicalNumber: row.technical_number,
    description: row.description,
    isEquipment: row.is_equipment,
    criticality: row.criticality,
    maintenancePlant: row.maintenance_plant,
    planningPlant: row.planning_plant,
    departmentId: row.department_id,
    positionId: row.position_id,
    parentId: row.parent_id,
    childCount: row.child_count,
    twinId: row.twin_id,
    riskAnalysisId: row.risk_analysis_id,
    riskAnalysisName: row.risk_analysis_name,
    version: row.version,
  };
}
