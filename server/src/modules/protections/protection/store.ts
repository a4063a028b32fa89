import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../platform/database/database.ts';
import { findPage } from '../../../platform/database/list.ts';

/** Whether a tag is not calculated, or is complete. */
export const isComplete = sql<boolean>`not exists (
  select from calculation where calculation.tag_id = tag.id and (btrim(logic) = ''
    or not exists (select from tag_alias where calculated_tag_id = tag.id)
    or exists (select from tag_alias where calculated_tag_id = tag.id and mapped_tag_id is null)))`;

/** The columns for `toShelving`, from a left join of `shelving`. */
export const shelvingColumns = [
  'shelving.until as shelved_until',
  'shelving.since as shelved_at',
  'shelving.reason as shelving_reason',
  sql<string | null>`(select user_name from app_user where app_user.id = shelving.user_id)`.as('shelved_by'),
] as const;

function selectProtections(db: Db) {
  const protections = db
    .selectFrom('protection')
    .leftJoin('shelving', 'shelving.protection_id', 'protection.id');
  return protections.select((eb) => [
    'protection.id',
    'protection.twin_id',
    'protection.name',
    'protection.description',
    'protection.type',
    'protection.active',
    'protection.default_level',
    'protection.start_date',
    'protection.updated_at',
    'protection.fields',
    'protection.version',
    'protection.dirty_flags',
    'protection.level',
    'protection.driving_threshold_id',
    'protection.evaluated_at',
    'protection.stale',
    'protection.stale_inputs',
    'protection.silent_since',
    'protection.error',
    'protection.set_aside_at',
    ...shelvingColumns,
    jsonArrayFrom(
      eb
        .selectFrom('threshold')
        .select([
          'threshold.id',
          'threshold.name',
          'threshold.alias',
          'threshold.logic',
          'threshold.type',
          'threshold.level',
          'threshold.log_excursion as logExcursion',
          'threshold.on_delay as onDelay',
          'threshold.off_delay as offDelay',
          'threshold.deadband',
          'threshold.actions',
          'threshold.rationalization',
        ])
        .whereRef('threshold.protection_id', '=', 'protection.id')
        .orderBy('threshold.position'),
    ).as('thresholds'),
    jsonArrayFrom(
      eb
        .selectFrom('protection_alias')
        .innerJoin('tag_alias', 'tag_alias.id', 'protection_alias.tag_alias_id')
        .leftJoin('tag', 'tag.id', 'tag_alias.mapped_tag_id')
        .select([
          'tag_alias.id as tagAliasId',
          'tag_alias.name as alias',
          'tag_alias.type',
          'tag.id as tagId',
          'tag.name as tagName',
          sql<string | null>`coalesce(tag_alias.unit, tag.unit)`.as('unit'),
          sql<boolean>`tag.id is not null and ${isComplete}`.as('complete'),
          'protection_alias.settings',
        ])
        .whereRef('protection_alias.protection_id', '=', 'protection.id')
        .orderBy('tag_alias.name'),
    ).as('aliases'),
    sql<number[]>`array(
      select failure_mode_id from failure_mode_protection
      where protection_id = protection.id order by failure_mode_id)`.as('failure_mode_ids'),
  ]);
}

export type ProtectionRow = Awaited<ReturnType<ReturnType<typeof selectProtections>['execute']>>[number];

export async function selectProtection(db: Db, id: number): Promise<ProtectionRow | null> {
  return (await selectProtections(db).where('protection.id', '=', id).executeTakeFirst()) ?? null;
}

/** Highest level first; protections that were never evaluated last. */
export function selectProtectionsOfTwin(db: Db, twinId: number, limit: number, offset: number) {
  const orderBy = sql`protection.level desc nulls last, protection.name, protection.id`;
  const protections = selectProtections(db).where('protection.twin_id', '=', twinId);
  return findPage(protections, { orderBy, limit, offset });
}

/** Selects the service period of a twin; null if the twin does not exist. */
export async function selectTwin(
  db: Db,
  id: number,
): Promise<{ start_date: Date | null; out_of_service_at: Date | null } | null> {
  const twin = await db
    .selectFrom('twin')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select(['twin.start_date', 'asset.out_of_service_at'])
    .where('twin.id', '=', id)
    .executeTakeFirst();
  return twin ?? null;
}

export async function selectAssetOfTwin(db: Db, id: number): Promise<number | null> {
  const twin = await db.selectFrom('twin').select('asset_id').where('id', '=', id).executeTakeFirst();
  return twin?.asset_id ?? null;
}

/** Selects the names that the logic of a twin's protections can use. */
export async function selectAliasesOfTwin(db: Db, twinId: number) {
  return db
    .selectFrom('tag_alias')
    .leftJoin('tag', 'tag.id', 'tag_alias.mapped_tag_id')
    .select(['tag_alias.id', 'tag_alias.name', 'tag_alias.type', 'mapped_tag_id'])
    .select(['tag_alias.unit', 'tag.unit as mapped_tag_unit'])
    .where('twin_id', '=', twinId)
    .orderBy('tag_alias.name')
    .execute();
}

/** Selects the failure modes of the twin among these, locked until the transaction ends. */
export async function selectFailureModes(db: Db, twinId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from failure_mode where twin_id = ${twinId} and id = any(${ids}::int[])
    order by id for key share`.execute(db);
  return rows.map((row) => row.id);
}

/** Selects the activities of the twin among these, locked until the transaction ends. */
export async function selectActivities(db: Db, twinId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from activity where twin_id = ${twinId} and id = any(${ids}::int[])
    order by id for key share`.execute(db);
  return rows.map((row) => row.id);
}

/** The thresholds of a twin's protections that have actions. */
export async function selectThresholdsWithActions(db: Db, twinId: number) {
  return db
    .selectFrom('threshold')
    .innerJoin('protection', 'protection.id', 'threshold.protection_id')
    .select(['threshold.id', 'threshold.protection_id', 'threshold.actions'])
    .where('protection.twin_id', '=', twinId)
    .where(sql<boolean>`threshold.actions <> '[]'`)
    .orderBy('threshold.id')
    .execute();
}

/** Selects the thresholds whose logic contains one of the texts in quotes. */
export async function selectThresholdsNaming(db: Db, names: readonly string[]) {
  const quoted = names.map((name) => `"${name}"`);
  return db
    .selectFrom('threshold')
    .innerJoin('protection', 'protection.id', 'threshold.protection_id')
    .select(['threshold.id', 'threshold.name', 'threshold.protection_id', 'threshold.logic'])
    .select(['protection.twin_id', 'protection.name as protection_name'])
    .where(sql<boolean>`exists (select from unnest(${quoted}::text[]) as name where strpos(logic, name) > 0)`)
    .orderBy('threshold.id')
    .execute();
}

/** Selects the thresholds of twins whose logic may use a parameter. */
export async function selectThresholdsWithBraces(db: Db, twinIds: readonly number[]) {
  return db
    .selectFrom('threshold')
    .innerJoin('protection', 'protection.id', 'threshold.protection_id')
    .select(['threshold.id', 'threshold.logic', 'protection.id as protectionId'])
    .select(['protection.name as protectionName', 'protection.twin_id as twinId'])
    .where('protection.twin_id', '=', sql<number>`any(${twinIds}::int[])`)
    .where(sql<boolean>`strpos(threshold.logic, '{') > 0`)
    .orderBy('protection.name')
    .orderBy('threshold.position')
    .execute();
}

/** The thresholds whose actions request work. */
export async function selectThresholdsWithWork(db: Db) {
  return db
    .selectFrom('threshold')
    .innerJoin('protection', 'protection.id', 'threshold.protection_id')
    .select(['threshold.id', 'threshold.protection_id', 'threshold.actions'])
    .select(['protection.twin_id', 'protection.name as protection_name'])
    .where(sql<boolean>`jsonb_path_exists(threshold.actions, '$[*].work ? (@ != null)')`)
    .orderBy('threshold.id')
    .execute();
}

/** Selects the protections that read an alias by name, with their thresholds' logic in order. */
export async function selectUsersOfAlias(db: Db, twinId: number, alias: string) {
  return db
    .selectFrom('protection')
    .innerJoin('protection_alias', 'protection_alias.protection_id', 'protection.id')
    .innerJoin('tag_alias', 'tag_alias.id', 'protection_alias.tag_alias_id')
    .select((eb) => [
      'protection.id',
      'protection.name',
      jsonArrayFrom(
        eb
          .selectFrom('threshold')
          .select(['threshold.id', 'threshold.logic'])
          .whereRef('threshold.protection_id', '=', 'protection.id')
          .orderBy('threshold.position'),
      ).as('thresholds'),
    ])
    .where('protection.twin_id', '=', twinId)
    .where('tag_alias.name', '=', alias)
    .orderBy('protection.name')
    .execute();
}

/** The units of inputs and their tags. */
export function selectInputUnits(db: Db, aliasIds: readonly number[]) {
  return db
    .selectFrom('tag_alias')
    .innerJoin('tag', 'tag.id', 'tag_alias.mapped_tag_id')
    .select(['tag_alias.id', 'tag.name as tagName', 'tag.unit as tagUnit', 'tag_alias.unit as inputUnit'])
    .where('tag_alias.id', 'in', aliasIds)
    .execute();
}

/** Whether a protection reads an alias as a counter. */
export async function selectIsCounter(db: Db, aliasId: number): Promise<boolean> {
  const { rows } = await sql`
    select from protection_alias
    where tag_alias_id = ${aliasId} and settings ->> 'intervalType' = 'counter' limit 1`.execute(db);
  return rows.length > 0;
}

/** Selects those of the protections that belong to the twin. */
export async function selectProtectionIds(db: Db, twinId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('protection')
    .select('id')
    .where('twin_id', '=', twinId)
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  return rows.map((row) => row.id);
}
