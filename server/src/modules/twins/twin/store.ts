import type { Permissions } from '@twinward/contracts/access/access';
import type { ListRequest } from '@twinward/contracts/core/list';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';
import { latestTimeExpression } from '../../../series/latest-time.ts';
import { placeFields } from '../../assets/asset/service.ts';
import { withSystemFields } from '../../records/record-type/service.ts';

const classLabel = sql<string>`concat_ws(' - ', taxonomy_entry.category, taxonomy_entry.class, taxonomy_entry.type)`;
const risk = sql<number | null>`probability.value::float8 * consequence.value / 100`;
/** Time of the newest point of all tags mapped to the twin's aliases. */
const lastData = sql<Date | null>`(
  select to_timestamp(max(${latestTimeExpression(sql`tag_alias.mapped_tag_id`)}) / 1000.0)
  from tag_alias
  where tag_alias.twin_id = twin.id and tag_alias.type = 'data_point')`;

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`twin.id` },
    AssetId: { type: 'N', sql: sql`twin.asset_id` },
    AssetName: { type: 'C', sql: sql`asset.asset_name` },
    AssetUniqueId: { type: 'C', sql: sql`asset.unique_id` },
    AssetClass: { type: 'C', sql: classLabel },
    Active: { type: 'B', sql: sql`twin.active` },
    Level: { type: 'N', sql: sql`twin.level` },
    Probability: { type: 'N', sql: sql`probability.value` },
    Consequence: { type: 'N', sql: sql`consequence.value` },
    Risk: { type: 'N', sql: risk },
    LastData: { type: 'D', sql: lastData },
    SilentSince: { type: 'D', sql: sql`twin.silent_since` },
    ...placeFields,
  },
  key: sql`twin.id`,
  defaultSort: [{ field: 'AssetName', direction: 'Ascending' }],
  count: { fields: [], of: () => sql<number>`(select count(*) from twin)` },
};

function selectTwins(db: Db) {
  return db
    .selectFrom('twin')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .leftJoin('taxonomy_entry', 'taxonomy_entry.id', 'asset.taxonomy_id')
    .leftJoin('probability', 'probability.twin_id', 'twin.id')
    .leftJoin('consequence', 'consequence.twin_id', 'twin.id')
    .select([
      'twin.id',
      'twin.asset_id',
      'asset.asset_name',
      'asset.unique_id',
      classLabel.as('class_label'),
      'twin.active',
      'twin.level',
      'twin.silent_since',
      'twin.fields',
      'probability.value as probability_value',
      'consequence.value as consequence_value',
      lastData.as('last_data'),
    ]);
}

export async function selectTwinPage(db: Db, reader: Permissions, request: ListRequest) {
  return findPage(
    selectTwins(db),
    compileList(request, await withSystemFields(db, reader, 'twin', list, request)),
  );
}

export async function selectTwin(db: Db, id: number) {
  const row = await selectTwins(db)
    .leftJoin('model_of_twin', 'model_of_twin.twin_id', 'twin.id')
    .leftJoin('connection', 'connection.id', 'twin.connection_id')
    .select([
      'twin.connection_id',
      'connection.connection_group_id',
      'model_of_twin.model_name',
      'twin.description',
      'twin.technical_number',
      'twin.start_date',
      'twin.mission_time',
      'asset.out_of_service_at',
      'twin.version',
    ])
    .where('twin.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Selects the start date, mission time and optimistic-lock version of a twin. */
export async function selectMission(db: Db, id: number) {
  const row = await db
    .selectFrom('twin')
    .select(['start_date', 'mission_time', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function twinExists(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('twin').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Counts the active twins by level, silent ones separately. Level null: never evaluated. */
export async function selectLevelCounts(db: Db) {
  return db
    .selectFrom('twin')
    .select([
      'level',
      sql<boolean>`silent_since is not null`.as('isSilent'),
      sql<number>`count(*)`.as('count'),
    ])
    .where('active', '=', true)
    .groupBy(['level', 'isSilent'])
    .execute();
}

const rows = versionedTableRows('twin');
export const insertTwin = rows.insert;
export const updateTwinRow = rows.updateAndBump;
export const deleteTwinRow = rows.delete;

/** Locks the rows of twins (`FOR UPDATE`) in the order of their ids. */
export async function lockTwins(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select id from twin where id = any(${ids}::int[]) order by id for update`.execute(db);
}

/** @returns the twins that were changed. */
export async function updateActive(
  db: Db,
  ids: readonly number[],
  active: boolean,
): Promise<{ id: number; assetName: string }[]> {
  const { rows } = await sql<{ id: number; assetName: string }>`
    update twin set active = ${active}, version = twin.version + 1 from asset
    where asset.id = asset_id and twin.id = any(${ids}::int[]) and active <> ${active}
    returning twin.id, asset_name as "assetName"`.execute(db);
  return rows;
}
