import type { Permissions } from '@twinward/contracts/access/access';
import type { ListRequest } from '@twinward/contracts/core/list';
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { AssetTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';
import { sourceExpression } from '../../connections/stream/service.ts';
import { withSystemFields } from '../../records/record-type/service.ts';

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`asset.id` },
    AssetName: { type: 'C', sql: sql`asset.asset_name` },
    UniqueId: { type: 'C', sql: sql`asset.unique_id` },
    TechnicalNumber: { type: 'C', sql: sql`asset.technical_number` },
    Description: { type: 'C', sql: sql`asset.description` },
    IsEquipment: { type: 'B', sql: sql`asset.is_equipment` },
    Criticality: { type: 'C', sql: sql`asset.criticality` },
    MaintenancePlant: { type: 'C', sql: sql`asset.maintenance_plant` },
    PlanningPlant: { type: 'C', sql: sql`asset.planning_plant` },
    DepartmentId: { type: 'C', sql: sql`asset.department_id` },
    PositionId: { type: 'C', sql: sql`asset.position_id` },
    ParentId: { type: 'N', sql: sql`asset.parent_id` },
    CategoryId: { type: 'N', sql: sql`taxonomy_entry.category_id` },
    ClassId: { type: 'N', sql: sql`taxonomy_entry.class_id` },
    TypeId: { type: 'N', sql: sql`taxonomy_entry.type_id` },
    AssetClass: { type: 'C', sql: sql`asset.class_label` },
    TwinId: { type: 'N', sql: sql`asset.asset_twin_id` },
  },
  key: sql`asset.id`,
  defaultSort: [{ field: 'AssetName', direction: 'Ascending' }],
};

/** Returns the condition that the asset of a query is in service at a time; by default now. */
export const inServiceAt = (time?: Date) =>
  sql<boolean>`(asset.out_of_service_at is null or asset.out_of_service_at > ${time ?? sql`now()`})`;

const childCount = sql<number>`(select count(*) from asset as child where child.parent_id = asset.id)`;

function assetQuery(db: Db) {
  return db
    .selectFrom('asset')
    .leftJoin('taxonomy_entry', 'taxonomy_entry.id', 'asset.taxonomy_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('latest_analysis_of_asset as latest')
          .select(['latest.risk_analysis_id', 'latest.risk_analysis_name'])
          .whereRef('latest.asset_id', '=', 'asset.id')
          // Without the limit the planner would join the whole view.
          .limit(1)
          .as('analysis'),
      (join) => join.onTrue(),
    )
    .selectAll('asset')
    .select([
      'taxonomy_entry.category_id',
      'taxonomy_entry.category',
      'taxonomy_entry.class_id',
      'taxonomy_entry.class',
      'taxonomy_entry.type_id',
      'taxonomy_entry.type',
      'asset.asset_twin_id as twin_id',
      'risk_analysis_id',
      'risk_analysis_name',
      childCount.as('child_count'),
      sourceExpression('asset').as('source'),
    ]);
}
export type AssetRow = Awaited<ReturnType<ReturnType<typeof assetQuery>['execute']>>[number];

/** A record of a structure other than the standard one. */
export interface StructurePlace {
  structureId: number;
  type: string;
  id: number;
}

/** Returns the condition for descendants of a place: by its path in the standard structure, or by another structure. */
const below = (place: string | StructurePlace) =>
  typeof place === 'string'
    ? sql<SqlBool>`asset.path > ${place} and asset.path < ${place} || '~'`
    : sql<SqlBool>`asset.id in (
        select id from structure_descendants(${place.structureId}, ${place.type}, ${place.id}) where type = 'asset')`;

/** @param under the place whose descendants are listed; null for all assets. */
export async function selectAssetPage(
  db: Db,
  reader: Permissions,
  request: ListRequest,
  under: string | StructurePlace | null,
) {
  const query = under === null ? assetQuery(db) : assetQuery(db).where(below(under));
  return findPage(query, compileList(request, await withSystemFields(db, reader, 'asset', list, request)));
}

/** Selects ids of assets of a list, in ascending order. */
export async function selectAssetIdsOfList(
  db: Db,
  reader: Permissions,
  request: ListRequest,
  under: string | StructurePlace | null,
): Promise<number[]> {
  const assets = db
    .selectFrom('asset')
    .leftJoin('taxonomy_entry', 'taxonomy_entry.id', 'asset.taxonomy_id')
    .select('asset.id');
  const query = under === null ? assets : assets.where(below(under));
  const clauses = compileList(request, await withSystemFields(db, reader, 'asset', list, request));
  const rows = await query
    .where(clauses.where ?? sql<SqlBool>`true`)
    .orderBy('asset.id')
    .limit(clauses.limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects a page of the children of an asset, or of the top level if null: locations first, by name. */
export function selectChildPage(
  db: Db,
  parentId: number | null,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
) {
  const query = db
    .selectFrom('asset')
    .select(['asset.id', 'asset_name', 'unique_id', 'is_equipment', 'asset_twin_id as twin_id'])
    .select(childCount.as('child_count'));
  return findPage(query, {
    where: parentId === null ? sql`asset.parent_id is null` : sql`asset.parent_id = ${parentId}`,
    // The constant parent first, to match the index in this order.
    orderBy: sql`asset.parent_id, is_equipment, asset_name nulls first, asset.id`,
    limit: pageSize,
    offset: (pageNumber - 1) * pageSize,
  });
}

export function selectAssets(db: Db, ids: readonly number[]): Promise<AssetRow[]> {
  return assetQuery(db).where(sql<SqlBool>`asset.id = any(${ids}::int[])`).orderBy('asset.id').execute();
}

export function selectAssetsByUniqueId(db: Db, uniqueIds: readonly string[]): Promise<AssetRow[]> {
  return assetQuery(db).where(sql<SqlBool>`asset.unique_id = any(${uniqueIds}::text[])`).execute();
}

/** Selects the assets of a stream with these keys, and those with these unique ids. Locks their rows. */
export function selectExtractedAssets(
  db: Db,
  streamId: number,
  wanted: readonly { key: string; uniqueId: string }[],
): Promise<AssetRow[]> {
  return assetQuery(db)
    .where(sql<SqlBool>`(
      asset.stream_id = ${streamId} and asset.stream_key = any(${wanted.map(({ key }) => key)}::text[])
      or asset.unique_id = any(${wanted.map(({ uniqueId }) => uniqueId)}::text[]))`)
    .orderBy('asset.id')
    .forUpdate('asset')
    .execute();
}

/** Selects ids of assets by unique id, otherwise by technical number if it is unique. */
export async function selectNamedAssets(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; id: number }>`
    select technical_number as name, min(id) as id from asset
    where technical_number = any(${names}::text[]) group by 1 having count(*) = 1
    union all
    select unique_id, id from asset where unique_id = any(${names}::text[])`.execute(db);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Selects the keys of the assets of a stream: those that the source still has, and those that are gone. */
export async function selectKeysOfStream(
  db: Db,
  streamId: number,
): Promise<{ present: string[]; gone: string[] }> {
  const rows = await db
    .selectFrom('asset')
    .select(['stream_key', 'gone_at'])
    .where('stream_id', '=', streamId)
    .execute();
  const listKeys = (isGone: boolean) =>
    rows.filter(({ gone_at }) => (gone_at !== null) === isGone).map(({ stream_key }) => stream_key!);
  return { present: listKeys(false), gone: listKeys(true) };
}

/** Marks assets of a stream as gone, and takes them out of service from now on, unless they already are. */
export async function updateGone(db: Db, streamId: number, keys: readonly string[]) {
  const { rows } = await sql<{ id: number; asset_name: string; twin_id: number | null; gone_at: Date }>`
    update asset set gone_at = now(), version = version + 1,
      out_of_service_at = case when out_of_service_at <= now() then out_of_service_at else now() end
    where stream_id = ${streamId} and stream_key = any(${keys}::text[]) and gone_at is null
    returning id, asset_name, asset_twin_id as twin_id, gone_at`.execute(db);
  return rows;
}

/** Selects the ancestors of a place, from the root down. */
export function selectAncestors(db: Db, { id, path }: { id: number; path: string }) {
  return db
    .selectFrom('asset')
    .select(['id', 'asset_name'])
    .where(sql<SqlBool>`id = any(string_to_array(trim(both '/' from ${path}), '/')::int[])`)
    .where('id', '<>', id)
    .orderBy(sql`length(path)`)
    .execute();
}

/** Selects ids of assets by unique id. */
export function selectAssetIds(db: Db, uniqueIds: readonly string[]) {
  return db
    .selectFrom('asset')
    .select(['id', 'unique_id'])
    .where(sql<SqlBool>`unique_id = any(${uniqueIds}::text[])`)
    .execute();
}

/** Selects assets and their ancestors, each with the unique id of its parent. */
export async function selectAssetPlaces(db: Db, uniqueIds: readonly string[]) {
  const { rows } = await sql<{ id: number; uniqueId: string; parent: string | null }>`
    select distinct place.id, place.unique_id as "uniqueId", above.unique_id as parent
    from asset named
    cross join unnest(string_to_array(trim(both '/' from named.path), '/')::int[]) as way (id)
    join asset place on place.id = way.id
    left join asset above on above.id = place.parent_id
    where named.unique_id = any(${uniqueIds}::text[])`.execute(db);
  return rows;
}

/** Locks the asset's row (`FOR UPDATE`). @returns whether it exists. */
export async function lockAsset(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('asset').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

const rows = versionedTableRows('asset');
export const insertAsset = rows.insert;
export const insertAssetRows = rows.insertAll;
export const updateAssetRow = rows.updateAndBump;
/** Updates assets without moving them. The caller has locked the rows. */
export const updateAssetRows = rows.updateBlock<Omit<Insertable<AssetTable>, 'parent_id'> & { id: number }>;
export const deleteAssetRow = rows.delete;

/** Selects the ids of the children of an asset. */
export async function selectChildIds(db: Db, id: number): Promise<number[]> {
  const rows = await db.selectFrom('asset').select('id').where('parent_id', '=', id).orderBy('id').execute();
  return rows.map((row) => row.id);
}
