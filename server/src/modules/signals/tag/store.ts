import type { Permissions } from '@twinward/contracts/access/access';
import type { Filter, ListRequest } from '@twinward/contracts/core/list';
import type { TagType } from '@twinward/contracts/signals/tag';
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { TagTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { toRecordset } from '../../../platform/database/records.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';
import { withSystemFields } from '../../records/record-type/service.ts';
import { unitIdExpression } from '../../system/unit/service.ts';
import { feedingConnectionId } from './feed-store.ts';

const assetIds = sql<number[]>`array(
  select asset_id from asset_tag where asset_tag.tag_id = tag.id order by asset_id)`;

function selectSummaries(db: Db) {
  return db
    .selectFrom('tag')
    .select(['tag.id', 'tag.name', 'tag.caption', 'tag.type', 'tag.unit', 'tag.fields'])
    .select(assetIds.as('asset_ids'))
    .select(unitIdExpression('tag.unit').as('uom_id'));
}

/** Returns the fields of the list of tags. `owner` wraps the columns of an asset. */
function listFields(owner: (column: 'id' | 'asset_name' | 'twin_id') => RawBuilder<unknown>): ListFields {
  return {
    fields: {
      Id: { type: 'N', sql: sql`tag.id` },
      Name: { type: 'C', sql: sql`tag.name` },
      Caption: { type: 'C', sql: sql`tag.caption` },
      Description: { type: 'C', sql: sql`tag.description` },
      Type: { type: 'C', sql: sql`tag.type` },
      Unit: { type: 'C', sql: sql`tag.unit` },
      Source: { type: 'C', sql: sql`tag.source` },
      ConnectionGroupId: { type: 'N', sql: sql`tag.connection_group_id` },
      AssetId: { type: 'N', sql: owner('id') },
      AssetName: { type: 'C', sql: owner('asset_name') },
      TwinId: { type: 'N', sql: owner('twin_id') },
    },
    key: sql`tag.id`,
    defaultSort: [{ field: 'Name', direction: 'Ascending' }],
  };
}

const owners = sql`(
  select asset_tag.tag_id, asset.id, asset.asset_name, twin_id
  from asset_tag
  join asset on asset.id = asset_tag.asset_id
  left join twin_of_asset on twin_of_asset.asset_id = asset.id)`;

/** A tag of several assets matches a filter if one of its assets does, and is sorted by its first asset. */
const anyOwner = listFields((column) => sql.ref(`owner.${column}`));
const firstOwner = listFields(
  (column) => sql`(
    select ${sql.ref(`owner.${column}`)} from ${owners} as owner
    where owner.tag_id = tag.id order by owner.id limit 1)`,
);

const ofOwner = new Set(['AssetId', 'AssetName', 'TwinId']);
const namesOwner = (filter: Filter): boolean =>
  'filters' in filter ? filter.filters.some(namesOwner) : ofOwner.has(filter.field);

export async function selectTagPage(db: Db, reader: Permissions, request: ListRequest) {
  const first = compileList(request, await withSystemFields(db, reader, 'tag', firstOwner, request));
  // Without a filter on assets, skips the join over all tags.
  if (!request.filters.some(namesOwner)) return findPage(selectSummaries(db), first);
  const { where } = compileList(request, await withSystemFields(db, reader, 'tag', anyOwner, request));
  const matches = sql<SqlBool>`tag.id in (
    select tag.id from tag left join ${owners} as owner on owner.tag_id = tag.id where ${where})`;
  return findPage(selectSummaries(db), { ...first, where: matches });
}

export async function selectTag(db: Db, id: number) {
  const row = await selectSummaries(db)
    .select(['tag.description', 'tag.keywords', 'tag.source', 'tag.version'])
    .select(['tag.connection_group_id', feedingConnectionId.as('connection_id')])
    .where('tag.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Selects the tags with the given names, with their changeable fields. */
export async function selectTagsByName(db: Db, names: readonly string[]) {
  return selectSummaries(db)
    .select(['tag.description', 'tag.keywords', 'tag.source', 'tag.version'])
    .select(sql<boolean>`tag.connection_group_id is not null`.as('isFed'))
    .where(sql<SqlBool>`tag.name = any(${names}::text[])`)
    .execute();
}

export async function selectTagsOfAsset(db: Db, assetId: number, limit: number) {
  return selectSummaries(db)
    .innerJoin('asset_tag', 'asset_tag.tag_id', 'tag.id')
    .where('asset_tag.asset_id', '=', assetId)
    .orderBy('tag.name')
    .limit(limit)
    .execute();
}

function selectTypes(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('tag')
    .select(['id', 'name', 'type', 'unit'])
    .where(sql<SqlBool>`id = any(${ids}::int[])`)
    .orderBy('id');
}

/** Selects the existing tags among the ids. */
export async function selectTagTypes(db: Db, ids: readonly number[]) {
  return selectTypes(db, ids).execute();
}

/** Like `selectTagTypes`, but also locks the tags against deletion (`FOR KEY SHARE`). */
export async function lockTagTypes(db: Db, ids: readonly number[]) {
  return selectTypes(db, ids).forKeyShare().execute();
}

/**
 * Inserts tags with their assets in one statement, so that the search index is updated once per tag.
 * @returns the new ids, in order.
 */
export async function insertTags(
  db: Db,
  tags: readonly { row: TagFields & Pick<Insertable<TagTable>, 'type'>; assetIds: readonly number[] }[],
): Promise<number[]> {
  if (tags.length === 0) return [];
  const links = tags.flatMap(({ row, assetIds }) => assetIds.map((assetId) => ({ name: row.name, assetId })));
  const { rows } = await sql<{ id: number; name: string }>`
    with added as (
      insert into tag (name, caption, description, keywords, type, unit, source)
      select name, caption, description, keywords, type, unit, source
      from ${toRecordset(
        'tag',
        tags.map(({ row }) => row),
      )}
      returning id, name
    ), owned as (
      insert into asset_tag (asset_id, tag_id)
      select asset_id, added.id
      from unnest(${links.map(({ assetId }) => assetId)}::int[], ${links.map(({ name }) => name)}::text[])
        as link (asset_id, name)
      join added using (name)
    )
    select id, name from added`.execute(db);
  const idOfName = new Map(rows.map(({ id, name }) => [name, id]));
  return tags.map(({ row }) => idOfName.get(row.name)!);
}

/** Selects the tags of a type with the given names. */
export function selectTagIds(db: Db, type: TagType, names: readonly string[]) {
  return db
    .selectFrom('tag')
    .select(['id', 'name'])
    .where(sql<SqlBool>`name = any(${names}::text[])`)
    .where('type', '=', type)
    .execute();
}

/** The changeable fields of a tag. */
export type TagFields = Required<
  Pick<Insertable<TagTable>, 'name' | 'caption' | 'description' | 'keywords' | 'unit' | 'source'>
>;

const rows = versionedTableRows('tag');
export const updateTagRow = rows.updateAtVersion;
/** Bumps the version of a tag after a change of its parts. */
export const bumpVersion = rows.updateAndBump;
export const deleteTagRow = rows.delete;

export async function selectTagCountByUnit(db: Db, unit: string): Promise<number> {
  const { count } = await db
    .selectFrom('tag')
    .select(sql<number>`count(*)`.as('count'))
    .where('unit', '=', unit)
    .executeTakeFirstOrThrow();
  return count;
}

/** Replaces the unit of tags. Returns the changed tags. */
export function updateTagUnits(db: Db, unit: string, replacement: string) {
  return db
    .updateTable('tag')
    .set({ unit: replacement, version: sql`version + 1` })
    .where('unit', '=', unit)
    .returning(['id', 'name', 'type'])
    .execute();
}

/** Updates the text of a tag's source, and bumps its version. */
export async function updateSource(db: Db, id: number, source: string): Promise<void> {
  await db.updateTable('tag').set({ source, version: sql`version + 1` }).where('id', '=', id).execute();
}

export async function replaceAssets(db: Db, id: number, assetIds: readonly number[]): Promise<void> {
  await db.deleteFrom('asset_tag').where('tag_id', '=', id).execute();
  const links = [...new Set(assetIds)].map((asset_id) => ({ asset_id, tag_id: id }));
  if (links.length > 0) await db.insertInto('asset_tag').values(links).execute();
}

/** Selects which of the ids are of unknown assets. */
export async function selectMissingAssets(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::int[]) as wanted (id)
    where not exists (select from asset where asset.id = wanted.id) order by id`.execute(db);
  return rows.map((row) => row.id);
}

export async function selectAssetOfTwin(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ assetId: number }>`
    select asset_id as "assetId" from twin_of_asset where twin_id = ${id}`.execute(db);
  return rows[0]?.assetId ?? null;
}

/** First key of the advisory lock for changes of the dependency graph of calculated tags. */
const graphLock = 0x7459;

/** Serializes changes of the dependency graph of calculated tags, so that concurrent changes can't form a cycle. */
export async function lockGraph(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${graphLock}::int, 0)`.execute(db);
}
