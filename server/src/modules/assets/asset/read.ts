import type { Permissions } from '@twinward/contracts/access/access';
import type { Asset, AssetDetail, AssetNode } from '@twinward/contracts/assets/asset';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { found } from '../../../platform/errors.ts';
import type { Reference, ReferencesAsked } from '../../records/field/service.ts';
import { findCustomStructureId } from '../../records/structure/service.ts';
import { toClassification } from '../taxonomy/service.ts';
import {
  type AssetRow,
  selectAncestors,
  selectAssetIds,
  selectAssetIdsOfList,
  selectAssetPage,
  selectAssets,
  selectAssetsByUniqueId,
  selectChildPage,
} from './store.ts';

/** Returns the existing assets with these ids, by id. */
export async function getAssets(db: Db, ids: readonly number[]): Promise<Asset[]> {
  return (await selectAssets(db, ids)).map(toAsset);
}

/** Returns the existing assets with these unique ids. */
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

/** Returns the place below which the query of a list searches; undefined for all assets. */
export const placeIn = (query: {
  under?: number | undefined;
  underType: string;
  structure: string;
}): Place | undefined =>
  query.under === undefined
    ? undefined
    : { structure: query.structure, type: query.underType, id: query.under };

/** Identifies a record in a structure. */
export interface Place {
  structure: string;
  type: string;
  id: number;
}

/**
 * Returns a page of all assets, or of those below a place.
 * @throws AppError `not-found` if the place does not exist.
 */
export async function listAssets(
  db: Db,
  reader: Permissions,
  request: ListRequest,
  under?: Place,
): Promise<Page<Asset>> {
  const place = under === undefined ? null : await findPlace(db, under);
  const { records, total } = await selectAssetPage(db, reader, request, place);
  return { records: records.map(toAsset), total };
}

/**
 * Returns the first ids of a list of assets, in ascending order.
 * @throws AppError `not-found` if the place does not exist.
 */
export async function listAssetIdsInPlace(
  db: Db,
  reader: Permissions,
  filters: ListRequest['filters'],
  { under, limit }: { under?: Place | undefined; limit: number },
): Promise<number[]> {
  const place = under === undefined ? null : await findPlace(db, under);
  return selectAssetIdsOfList(db, reader, { filters, sorts: [], pageNumber: 1, pageSize: limit }, place);
}

async function findPlace(db: Db, { structure, type, id }: Place) {
  const structureId = await findCustomStructureId(db, structure);
  if (structureId !== null) return { structureId, type, id };
  return found(type === 'asset' ? (await selectAssets(db, [id]))[0] : null, 'Asset').path;
}

/**
 * Returns a page of the direct children of an asset, or of the top level.
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
    records: records.map((row) => fromRow(row)),
    total,
  };
}

export function toAsset(row: AssetRow): Asset {
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
    connectionId: row.connection_id,
    source: row.source,
    riskAnalysisId: row.risk_analysis_id,
    riskAnalysisName: row.risk_analysis_name,
    fields: row.fields,
    version: row.version,
  };
}

/** Returns ids of assets by unique id. Omits those that do not exist. */
export async function listAssetIds(db: Db, uniqueIds: readonly string[]): Promise<Map<string, number>> {
  if (uniqueIds.length === 0) return new Map();
  return new Map((await selectAssetIds(db, uniqueIds)).map(({ id, unique_id }) => [unique_id, id]));
}

/** Finds assets by id, or by the unique ids or captions that files use; null for other record types. */
export async function findAssetReferences(
  db: Db,
  { type, ids, texts }: ReferencesAsked,
): Promise<Reference[] | null> {
  if (type !== 'asset') return null;
  const toCaption = ({ assetName, uniqueId }: Asset): string => `${assetName} (${uniqueId})`;
  if (ids)
    return (await getAssets(db, ids)).map((one) => ({
      id: one.id,
      caption: toCaption(one),
      text: toCaption(one),
    }));
  const wanted = (texts ?? []).map((text) => ({ text, uniqueId: /\(([^()]*)\)$/.exec(text)?.[1] ?? text }));
  const found = await getAssetsByUniqueId(db, [...wanted.map(({ uniqueId }) => uniqueId), ...(texts ?? [])]);
  const assets = new Map(found.map((one) => [one.uniqueId, one]));
  return wanted.flatMap(({ text, uniqueId }) => {
    const asset = assets.get(text) ?? assets.get(uniqueId);
    return asset ? [{ id: asset.id, caption: toCaption(asset), text }] : [];
  });
}
