import type { Asset, AssetDetail, AssetNode } from '@twinward/contracts/assets/asset';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { toClassification } from '../taxonomy/service.ts';
import {
  type AssetRow,
  selectAncestors,
  selectAssetIds,
  selectAssetPage,
  selectAssets,
  selectAssetsByUniqueId,
  selectChildPage,
} from './store.ts';

/** The existing assets with those ids, by id. */
export async function getAssets(db: Db, ids: readonly number[]): Promise<Asset[]> {
  return (await selectAssets(db, ids)).map(toAsset);
}

/** The existing assets with those unique ids. */
export async function getAssetsByUniqueId(db: Db, uniqueIds: readonly string[]): Promise<Asset[]> {
  return (await selectAssetsByUniqueId(db, uniqueIds)).map(toAsset);
}

/** @throws AppError `not-found`. */
export async function getAsset(db: Db, id: number): Promise<AssetDetail> {
  const row = found((await selectAssets(db, [id]))[0], 'Asset');
  const ancestors = await selectAncestors(db, row);
  return {
    ...toAsset(row),
    ancestors: ancestors.map((place) => ({ id: place.id, assetName: place.asset_name })),
  };
}

/** @throws AppError `not-found`. */
export async function assertAsset(db: Db, id: number): Promise<void> {
  found((await selectAssets(db, [id]))[0], 'Asset');
}

/**
 * A page of all assets, or of those below one.
 * @throws AppError `not-found` without that one.
 */
export async function listAssets(db: Db, request: ListRequest, under?: number): Promise<Page<Asset>> {
  const path = under === undefined ? null : found((await selectAssets(db, [under]))[0], 'Asset').path;
  const { records, total } = await selectAssetPage(db, request, path);
  return { records: records.map(toAsset), total };
}

/**
 * A page of the direct children of an asset, or of the top level.
 * @throws AppError `not-found`.
 */
export async function listChildren(
  db: Db,
  parentId: number | undefined,
  paging: { pageNumber: number; pageSize: number },
): Promise<Page<AssetNode>> {
  if (parentId !== undefined) await assertAsset(db, parentId);
  const { records, total } = await selectChildPage(db, parentId ?? null, paging);
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

function toAsset(row: AssetRow): Asset {
  return {
    id: row.id,
    assetName: row.asset_name,
    uniqueId: row.unique_id,
    ...toClassification(row),
    technicalNumber: row.technical_number,
    description: row.description,
    isEquipment: row.is_equipment,
    criticality: row.criticality,
    maintenancePlant: row.maintenance_plant,
    planningPlant: row.planning_plant,
    departmentId: row.department_id,
    positionId: row.position_id,
    outOfServiceAt: row.out_of_service_at?.toISOString() ?? null,
    parentId: row.parent_id,
    childCount: row.child_count,
    twinId: row.twin_id,
    riskAnalysisId: row.risk_analysis_id,
    riskAnalysisName: row.risk_analysis_name,
    version: row.version,
  };
}

/** Ids of assets by unique id, for those that exist. */
export async function listAssetIds(db: Db, uniqueIds: readonly string[]): Promise<Map<string, number>> {
  if (uniqueIds.length === 0) return new Map();
  return new Map((await selectAssetIds(db, uniqueIds)).map(({ id, unique_id }) => [unique_id, id]));
}
