import { compareTexts } from '@twinward/domain/exchange/json';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../platform/database/database.ts';

/** The records that can be linked, by natural key; work and advisories, which are not exported, have none. */
const namedRecords = sql`
  select overview.type, overview.id, overview.title, case
    when type in ('asset', 'twin') then detail
    when type in ('failure-mode', 'protection', 'activity') then asset.unique_id || '/' || title
    when type not in ('work', 'advisory') then title end as key
  from record_overview as overview left join asset on asset.id = overview.asset_id`;

/** The links of relationships that are not standard; the key is null if one of the records has no natural key. */
const namedLinks = sql`
  with named as (${namedRecords})
  select link.id, relationship.name as relationship, own.type as from_type, own.key as from_key,
    other.type as to_type, other.key as to_key, own.title as from_title, other.title as to_title,
    relationship.name || ': ' || own.key || ' → ' || other.key as key
  from record_link as link
  join relationship on relationship.id = relationship_id and not relationship.standard
  join named as own on own.type = relationship.from_type and own.id = link.from_id
  join named as other on other.type = relationship.to_type and other.id = link.to_id`;

/** The natural keys, by kind, of the records that can be exported. */
const keys = {
  list: sql<{ key: string }>`select name as key from value_list`,
  'unit-category': sql<{ key: string }>`select name as key from unit_category where not is_standard`,
  unit: sql<{ key: string }>`select code as key from unit where not is_standard`,
  'record-type': sql<{ key: string }>`
    select name as key from record_type where not is_system or jsonb_array_length(fields) > 0`,
  relationship: sql<{ key: string }>`select name as key from relationship where not standard`,
  structure: sql<{ key: string }>`select name as key from structure where not standard`,
  group: sql<{ key: string }>`select name as key from user_group where not standard`,
  query: sql<{ key: string }>`select distinct name as key from query where sharing = 'tenant'`,
  dashboard: sql<{ key: string }>`select distinct name as key from dashboard where sharing = 'tenant'`,
  connection: sql<{ key: string }>`select name as key from connection`,
  benchmark: sql<{ key: string }>`
    select concat_ws(' / ', category, class, type) as key
    from benchmark join taxonomy_entry on taxonomy_entry.id = taxonomy_id`,
  model: sql<{ key: string }>`select name as key from twin_model`,
  record: sql<{ key: string }>`
    select distinct record_type.name || '/' || title as key
    from record join record_type on record_type.id = type_id`,
  link: sql<{ key: string }>`select distinct key from (${namedLinks}) as link where key is not null`,
  'risk-analysis': sql<{ key: string }>`select distinct name as key from risk_analysis`,
  asset: sql<{ key: string }>`select unique_id as key from asset`,
  twin: sql<{ key: string }>`select unique_id as key from twin join asset on asset.id = asset_id`,
  tag: sql<{ key: string }>`
    select name as key from tag where not exists (select from calculation_deviation where tag_id = tag.id)`,
};
export type KeyedKind = keyof typeof keys;

/** The keys of the records of a kind that can be exported, sorted by code units. */
export async function selectKeys(db: Db, kind: KeyedKind): Promise<string[]> {
  const { rows } = await keys[kind].execute(db);
  return rows.map(({ key }) => key).sort(compareTexts);
}

const namesakes = {
  query: sql<{ name: string; place: number }>`
    select name, row_number() over (partition by name order by id) as place from query where sharing = 'tenant'`,
  dashboard: sql<{ name: string; place: number }>`
    select name, row_number() over (partition by name order by id) as place from dashboard
    where sharing = 'tenant'`,
  'risk-analysis': sql<{ name: string; place: number }>`
    select name, row_number() over (partition by name order by id) as place from risk_analysis`,
};

/** Selects the first records that cannot be exported because an older one has the same name. */
export async function selectNamesakes(
  db: Db,
  kind: keyof typeof namesakes,
  limit: number,
): Promise<{ key: string; reason: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (${namesakes[kind]}) as named where place > 1 order by name, place limit ${limit}`.execute(
    db,
  );
  return rows.map(({ name }) => ({ key: name, reason: 'An older record has this name.' }));
}

/** Selects the id of the oldest risk analysis with a name; null if none exists. */
export async function selectAnalysisId(db: Db, name: string): Promise<number | null> {
  const row = await db
    .selectFrom('risk_analysis')
    .select('id')
    .where('name', '=', name)
    .orderBy('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Selects the id of the oldest shared query or dashboard with a name; null if none exists. */
export async function selectSharedId(
  db: Db,
  table: 'query' | 'dashboard',
  name: string,
): Promise<number | null> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('name', '=', name)
    .where('sharing', '=', 'tenant')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The names of queries by id. */
export async function selectQueryNames(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; name: string; sharing: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('query').select(['id', 'name', 'sharing']).where('id', 'in', ids).execute();
}

/** The unique ids of assets by id. */
export async function selectUniqueIds(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; uniqueId: string }>`
    select id, unique_id as "uniqueId" from asset where id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ id, uniqueId }) => [id, uniqueId]));
}

/** The names of tags by id. */
export async function selectTagNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from tag where id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The ids of tags by name. */
export async function selectTagIds(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from tag where name = any(${names}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Takes a lock, so that only one transaction at a time reads or creates the key of the database. */
export async function lockKey(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('exchange-key'))`.execute(db);
}

/** The twins of assets by their unique ids. */
export async function selectTwinsOfAssets(db: Db, uniqueIds: readonly string[]) {
  return db
    .selectFrom('twin')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select(['twin.id', 'twin.description', 'twin.technical_number', 'twin.active', 'twin.start_date'])
    .select(['twin.connection_id', 'twin.fields', 'asset.unique_id as uniqueId'])
    .where(sql<boolean>`asset.unique_id = any(${uniqueIds}::text[])`)
    .execute();
}
export type TwinRow = Awaited<ReturnType<typeof selectTwinsOfAssets>>[number];

/**
 * Selects the pattern sets of twins with their training ranges by start; of several sets with the same name, the
 * oldest. Times of ranges are texts.
 */
export function selectTrainingOfTwins(db: Db, twinIds: readonly number[]) {
  return db
    .selectFrom('pattern_set')
    .innerJoin('protection', 'protection.id', 'protection_id')
    .distinctOn(['twin_id', 'protection.name'])
    .select(['pattern_set.id as setId', 'twin_id as twinId', 'protection.name'])
    .select(['training_start as start', 'training_end as end'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('pattern_range')
          .innerJoin('pattern', 'pattern.id', 'pattern_id')
          .select(['pattern.name as pattern', 'start_at as start', 'end_at as end'])
          .whereRef('pattern_range.pattern_set_id', '=', 'pattern_set.id')
          .orderBy('start_at'),
      ).as('ranges'),
    )
    .where(sql<boolean>`twin_id = any(${[...twinIds]}::int[])`)
    .orderBy('twin_id')
    .orderBy('protection.name')
    .orderBy('protection.id')
    .execute();
}

/** Selects versions of models with the names of their models. */
export async function selectVersionNames(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return selectVersions(db)
    .where(sql<boolean>`twin_model_version.id = any(${[...ids]}::int[])`)
    .execute();
}

/** Selects a published version of a model by name and number; null if none exists. */
export async function selectVersionId(
  db: Db,
  name: string,
  { major, minor, patch }: { major: number; minor: number; patch: number },
): Promise<number | null> {
  const row = await selectVersions(db)
    .where('name', '=', name)
    .where('state', '=', 'published')
    .where('major', '=', major)
    .where('minor', '=', minor)
    .where('patch', '=', patch)
    .executeTakeFirst();
  return row?.id ?? null;
}

const selectVersions = (db: Db) =>
  db
    .selectFrom('twin_model_version')
    .innerJoin('twin_model', 'twin_model.id', 'twin_model_version.model_id')
    .select(['twin_model_version.id', 'name', 'major', 'minor', 'patch']);

/** The options of improvement of the assets of a risk analysis, with the names of their failure modes. */
export function selectNamedOptions(db: Db, analysisId: number) {
  return db
    .selectFrom('improvement_option as option')
    .leftJoin('failure_mode', 'failure_mode.id', 'option.failure_mode_id')
    .select(['option.asset_id as assetId', 'failure_mode.name as failureMode', 'option.name', 'option.cost'])
    .select(['option.effect', 'option.shape', 'option.scale', 'option.percent'])
    .where('risk_analysis_id', '=', analysisId)
    .orderBy(sql`failure_mode.name collate "C" nulls first`)
    .orderBy(sql`option.name collate "C"`)
    .execute();
}

/** The failure modes of the twin of an asset. */
export function selectModesOfAsset(db: Db, assetId: number) {
  return db
    .selectFrom('failure_mode')
    .innerJoin('twin', 'twin.id', 'failure_mode.twin_id')
    .select(['failure_mode.id', 'failure_mode.name'])
    .where('twin.asset_id', '=', assetId)
    .execute();
}

/** Connections by name, each with the first name of its group. */
export async function selectConnections(
  db: Db,
  names: readonly string[],
): Promise<{ id: number; name: string; groupId: number; first: string }[]> {
  const { rows } = await sql<{ id: number; name: string; groupId: number; first: string }>`
    select id, name, connection_group_id as "groupId", (
      select min(other.name collate "C") from connection as other
      where other.connection_group_id = connection.connection_group_id) as first
    from connection where name = any(${names}::text[])`.execute(db);
  return rows;
}

/** Selects the ids of the connections in records, by name. */
export async function findConnections(
  db: Db,
  records: readonly { connection: string | null }[],
): Promise<Map<string, number>> {
  const names = [...new Set(records.flatMap(({ connection }) => connection ?? []))];
  if (names.length === 0) return new Map();
  return new Map((await selectConnections(db, names)).map(({ id, name }) => [name, id]));
}

/** The names of connections by id. */
export async function selectConnectionNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('connection').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Selects the given tags that connections feed, by name, with the first name of the group and the scaling of values.
 */
export async function selectFeeds(db: Db, tagNames: readonly string[]) {
  const { rows } = await sql<{ name: string; connection: string; factor: number; offset: number }>`
    select tag.name, factor, value_offset as "offset", (
      select min(connection.name collate "C") from connection
      where connection.connection_group_id = tag.connection_group_id) as connection
    from tag where connection_group_id is not null and tag.name = any(${tagNames}::text[])`.execute(db);
  return new Map(rows.map(({ name, ...feed }) => [name, feed]));
}

/** Links by key. */
export async function selectLinksByKey(db: Db, linkKeys: readonly string[]) {
  const { rows } = await sql<{
    id: number;
    relationship: string;
    from_type: string;
    from_key: string;
    to_type: string;
    to_key: string;
    key: string;
  }>`select * from (${namedLinks}) as link where key = any(${linkKeys}::text[])`.execute(db);
  return rows;
}

/** The first links with a record that has no natural key, with a name and the type of that record. */
export async function selectUnnamedLinks(db: Db, limit: number): Promise<{ name: string; type: string }[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select relationship || ': ' || coalesce(from_key, from_title) || ' → ' || coalesce(to_key, to_title) as name,
      case when from_key is null then from_type else to_type end as type
    from (${namedLinks}) as link where key is null order by id limit ${limit}`.execute(db);
  return rows;
}

/** Selects the ids of the records of a type with a natural key. */
export async function selectNamedIds(db: Db, type: string, key: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${namedRecords}) as named where type = ${type} and key = ${key}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The custom records of a type with these titles. */
export function selectRecordsByTitle(db: Db, type: string, titles: readonly string[]) {
  return db
    .selectFrom('record')
    .innerJoin('record_type', 'record_type.id', 'type_id')
    .select(['record.id', 'title', 'state', 'record.fields'])
    .where('record_type.name', '=', type)
    .where(sql<boolean>`title = any(${titles}::text[])`)
    .execute();
}
