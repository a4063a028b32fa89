import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { PatternSetTable, PatternTable } from '../../../platform/database/generated/rows.ts';
import { tableRows, versionedTableRows } from '../../../platform/database/table-rows.ts';

export type PatternSetRow = Selectable<PatternSetTable>;
export type PatternRow = Selectable<PatternTable>;

/** A training range. Times in epoch milliseconds; the end is excluded. */
export interface RangeRow {
  patternId: number;
  start: number;
  end: number;
}

const patternSetRows = versionedTableRows('pattern_set');
export const insertSet = patternSetRows.insert;
export const updateSet = patternSetRows.updateAndBump;
const patternRows = tableRows('pattern');
export const insertPattern = patternRows.insert;
export const updatePattern = patternRows.update;
export const deletePatterns = patternRows.deleteAll;
export const insertVersion = tableRows('pattern_version').insert;

export async function selectSet(db: Db, id: number): Promise<PatternSetRow | null> {
  const row = await db.selectFrom('pattern_set').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The set of a protection, and its twin. */
export async function selectSetOfProtection(
  db: Db,
  protectionId: number,
): Promise<{ id: number; twin_id: number } | null> {
  const set = db
    .selectFrom('pattern_set')
    .innerJoin('protection', 'protection.id', 'protection_id')
    .select(['pattern_set.id', 'twin_id'])
    .where('protection_id', '=', protectionId);
  return (await set.executeTakeFirst()) ?? null;
}

/** The patterns of sets, by position. */
export function selectPatterns(db: Db, setIds: readonly number[]): Promise<PatternRow[]> {
  return db
    .selectFrom('pattern')
    .selectAll()
    .where('pattern_set_id', 'in', setIds)
    .orderBy('position')
    .execute();
}

/** The patterns of protections by position, by protection. */
export async function selectPatternsOfProtections(
  db: Db,
  protectionIds: readonly number[],
): Promise<Map<number, PatternRow[]>> {
  const rows = await db
    .selectFrom('pattern')
    .innerJoin('pattern_set', 'pattern_set.id', 'pattern_set_id')
    .selectAll('pattern')
    .select('protection_id')
    .where('protection_id', '=', sql<number>`any(${protectionIds}::int[])`)
    .orderBy('position')
    .execute();
  const patterns = new Map<number, PatternRow[]>();
  for (const { protection_id, ...pattern } of rows) {
    const own = patterns.get(protection_id);
    if (own) own.push(pattern);
    else patterns.set(protection_id, [pattern]);
  }
  return patterns;
}

/** Deletes patterns with their ranges. */
/** The ranges of a set, by start. */
export async function selectRanges(db: Db, setId: number): Promise<RangeRow[]> {
  const rows = await db
    .selectFrom('pattern_range')
    .select(['pattern_id', 'start_at', 'end_at'])
    .where('pattern_set_id', '=', setId)
    .orderBy('start_at')
    .execute();
  return rows.map((row) => ({
    patternId: row.pattern_id,
    start: row.start_at.getTime(),
    end: row.end_at.getTime(),
  }));
}

/** Replaces the ranges of a set. */
export async function replaceRanges(db: Db, setId: number, ranges: readonly RangeRow[]): Promise<void> {
  await sql`delete from pattern_range where pattern_set_id = ${setId}`.execute(db);
  await sql`
    insert into pattern_range (pattern_set_id, pattern_id, start_at, end_at)
    select ${setId}::int, * from unnest(${ranges.map(({ patternId }) => patternId)}::int[],
      ${ranges.map(({ start }) => new Date(start))}::timestamptz[],
      ${ranges.map(({ end }) => new Date(end))}::timestamptz[])`.execute(db);
}

/** Selects the checksum of what a model would be trained on now; see server/database/functions/patterns.sql. */
export async function selectChecksum(db: Db, setId: number): Promise<string> {
  const { rows } = await sql<{ checksum: string }>`
    select pattern_checksum(${setId}::int) as checksum`.execute(db);
  return rows[0]!.checksum;
}

const versionColumns = [
  'pattern_version.id',
  'pattern_version.pattern_set_id',
  'pattern_version.number',
  'pattern_version.checksum',
  'pattern_version.model_checksum',
  'pattern_version.step_seconds',
  'pattern_version.windows',
  'pattern_version.strictness',
  'pattern_version.condition',
  'pattern_version.inputs',
  'pattern_version.pattern_ids',
  'pattern_version.bands',
  'pattern_version.evaluation',
  'pattern_version.created_at',
  'pattern_version.created_by',
  'pattern_version.applied_at',
] as const;

const selectVersionRows = (db: Db) =>
  db
    .selectFrom('pattern_version')
    .select(versionColumns)
    .select(sql<number>`octet_length(model)`.as('bytes'));

/** A version without its model. */
export type VersionRow = Awaited<ReturnType<ReturnType<typeof selectVersionRows>['execute']>>[number];

/** Latest first. */
export function selectVersions(db: Db, setId: number): Promise<VersionRow[]> {
  return selectVersionRows(db).where('pattern_set_id', '=', setId).orderBy('number', 'desc').execute();
}

export async function selectVersion(db: Db, id: number): Promise<VersionRow | null> {
  return (await selectVersionRows(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The versions in service, by protection. */
export async function selectVersionsInService(
  db: Db,
  protectionIds: readonly number[],
): Promise<Map<number, VersionRow>> {
  const rows = await db
    .selectFrom('pattern_set')
    .innerJoin('pattern_version', 'pattern_version.id', 'version_in_service_id')
    .select(['protection_id', ...versionColumns])
    .select(sql<number>`octet_length(model)`.as('bytes'))
    .where('protection_id', '=', sql<number>`any(${protectionIds}::int[])`)
    .execute();
  return new Map(rows.map(({ protection_id, ...version }) => [protection_id, version]));
}

/** Selects the sets of protections, and whether their models in service were trained on the current data. */
export function selectSetsOfProtections(db: Db, protectionIds: readonly number[]) {
  return db
    .selectFrom('pattern_set')
    .select(['id', 'protection_id'])
    .select(sql<boolean>`is_pattern_model_current(protection_id)`.as('is_current'))
    .where('protection_id', '=', sql<number>`any(${protectionIds}::int[])`)
    .execute();
}

/** Deletes the versions of a set, except the latest ones and the one in service. */
export async function deleteOldVersions(db: Db, setId: number, kept: number): Promise<void> {
  await sql`
    delete from pattern_version where pattern_set_id = ${setId}
      and id not in (
        select id from pattern_version where pattern_set_id = ${setId} order by number desc limit ${kept})
      and id is distinct from (select version_in_service_id from pattern_set where id = ${setId})`.execute(
    db,
  );
}

/** Puts a version in service; a trigger bumps the version of the protection's definition. */
export async function updateVersionInService(db: Db, setId: number, versionId: number): Promise<void> {
  await db
    .updateTable('pattern_set')
    .set({ version_in_service_id: versionId })
    .where('id', '=', setId)
    .execute();
  await db
    .updateTable('pattern_version')
    .set({ applied_at: sql`now()` })
    .where('id', '=', versionId)
    .execute();
}

/** Selects the serialized models with these checksums. */
export async function selectModels(db: Db, checksums: readonly string[]): Promise<Map<string, Uint8Array>> {
  const { rows } = await sql<{ checksum: string; model: Uint8Array }>`
    select distinct on (model_checksum) model_checksum as checksum, model from pattern_version
    where model_checksum = any(${checksums}::text[])`.execute(db);
  return new Map(rows.map(({ checksum, model }) => [checksum, model]));
}

/** Aliases with their names. */
export async function selectAliasNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('tag_alias').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function selectTwinId(db: Db, protectionId: number): Promise<number> {
  const protection = db.selectFrom('protection').select('twin_id').where('id', '=', protectionId);
  return (await protection.executeTakeFirstOrThrow()).twin_id;
}

/** The ids of the aliases of a protection's twin, by name. */
export async function selectAliasIds(db: Db, protectionId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('tag_alias')
    .innerJoin('protection', 'protection.twin_id', 'tag_alias.twin_id')
    .select(['tag_alias.id', 'tag_alias.name'])
    .where('protection.id', '=', protectionId)
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The names of the protections whose model in service has an alias as an input. */
export async function selectModelsOfAlias(db: Db, aliasId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select protection.name from pattern_version
    join pattern_set on version_in_service_id = pattern_version.id
    join protection on protection.id = protection_id
    where inputs @> ${JSON.stringify([{ tagAliasId: aliasId }])}::jsonb
    order by protection.name`.execute(db);
  return rows.map(({ name }) => name);
}

/** A condition of use of a set, or of a version of its model. */
export interface StoredCondition {
  table: 'pattern_set' | 'pattern_version';
  id: number;
  twinId: number;
  protectionId: number;
  protectionName: string;
  condition: string;
}

/** Selects the conditions of the sets and versions of twins that are not empty. */
export async function selectConditions(db: Db, twinIds: readonly number[]): Promise<StoredCondition[]> {
  const { rows } = await sql<StoredCondition>`
    with own as (
      select pattern_set.id, condition, twin_id as "twinId", protection.id as "protectionId",
        protection.name as "protectionName"
      from pattern_set join protection on protection.id = protection_id
      where twin_id = any(${twinIds}::int[]))
    select 'pattern_set' as "table", * from own where condition is not null
    union all
    select 'pattern_version', pattern_version.id, pattern_version.condition, "twinId", "protectionId", "protectionName"
    from pattern_version join own on own.id = pattern_set_id
    where pattern_version.condition is not null`.execute(db);
  return rows;
}

export async function updateCondition(
  db: Db,
  table: 'pattern_set' | 'pattern_version',
  id: number,
  condition: string,
): Promise<void> {
  await db.updateTable(table).set({ condition }).where('id', '=', id).execute();
}

/** Updates the part of a set's checksum that comes from its condition. */
export async function updateConditionKey(db: Db, setId: number, key: string | null): Promise<void> {
  await db.updateTable('pattern_set').set({ condition_key: key }).where('id', '=', setId).execute();
}
