import type { DirtyFlag } from '@twinward/contracts/protections/protection';
import { type Insertable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../platform/database/database.ts';
import { findPage } from '../../../platform/database/list.ts';
import type { ProtectionTable, StoredSetting, ThresholdTable } from '../definition/tables.ts';

/** Whether the tag is none that is calculated, or one that lacks nothing. */
export const isComplete = sql<boolean>`not exists (
  select from calculation where calculation.tag_id = tag.id and (btrim(logic) = ''
    or not exists (select from tag_alias where calculated_tag_id = tag.id)
    or exists (select from tag_alias where calculated_tag_id = tag.id and mapped_tag_id is null)))`;

/** What `shelvingOf` takes; of a left join of `shelving`. */
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
    'protection.version',
    'protection.dirty_flags',
    'protection.level',
    'protection.driving_threshold_id',
    'protection.evaluated_at',
    'protection.stale',
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
          'tag.unit',
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

export async function findProtection(db: Db, id: number): Promise<ProtectionRow | null> {
  return (await selectProtections(db).where('protection.id', '=', id).executeTakeFirst()) ?? null;
}

/** Highest level first; those never evaluated last. */
export function findProtectionsOfTwin(db: Db, twinId: number, limit: number, offset: number) {
  const orderBy = sql`protection.level desc nulls last, protection.name, protection.id`;
  const protections = selectProtections(db).where('protection.twin_id', '=', twinId);
  return findPage(protections, { orderBy, limit, offset });
}

/** The twin's start date; null when there is no such twin. */
export async function findTwin(db: Db, id: number): Promise<{ start_date: Date | null } | null> {
  const twin = await db.selectFrom('twin').select('start_date').where('id', '=', id).executeTakeFirst();
  return twin ?? null;
}

export async function findAssetOfTwin(db: Db, id: number): Promise<number | null> {
  const twin = await db.selectFrom('twin').select('asset_id').where('id', '=', id).executeTakeFirst();
  return twin?.asset_id ?? null;
}

/** What the logic of a twin's protections may name. */
export async function findAliasesOfTwin(db: Db, twinId: number) {
  return db
    .selectFrom('tag_alias')
    .select(['id', 'name', 'type', 'mapped_tag_id'])
    .where('twin_id', '=', twinId)
    .orderBy('name')
    .execute();
}

export async function insertProtection(db: Db, protection: Insertable<ProtectionTable>): Promise<number> {
  const { id } = await db
    .insertInto('protection')
    .values(protection)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Keeps others from changing the protection until the transaction ends; answers what decides over a change. What only
 * points to it, as the note that it is due, may be written meanwhile.
 */
export async function lockProtection(db: Db, id: number) {
  const row = await db
    .selectFrom('protection')
    .select(['twin_id', 'type', 'active', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateProtection(
  db: Db,
  id: number,
  change: Updateable<ProtectionTable>,
  dirty: readonly DirtyFlag[],
): Promise<void> {
  await db
    .updateTable('protection')
    .set({
      ...change,
      updated_at: sql`now()`,
      version: sql`version + 1`,
      dirty_flags: sql`array(select distinct unnest(dirty_flags || ${[...dirty]}::text[]) order by 1)`,
    })
    .where('id', '=', id)
    .execute();
}

/** Forgets where evaluation stood, so that what comes next is the record of before and nothing acts on it. */
export async function clearTracking(db: Db, id: number): Promise<void> {
  await db
    .updateTable('protection')
    .set({ tracking: null, tracking_token: null, checkpoints: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteProtection(db: Db, id: number): Promise<void> {
  await db.deleteFrom('protection').where('id', '=', id).execute();
}

export async function findThresholdRows(db: Db, protectionId: number) {
  return db
    .selectFrom('threshold')
    .selectAll()
    .where('protection_id', '=', protectionId)
    .orderBy('position')
    .execute();
}

export async function insertThresholds(
  db: Db,
  thresholds: readonly Insertable<ThresholdTable>[],
): Promise<void> {
  if (thresholds.length > 0) await db.insertInto('threshold').values(thresholds).execute();
}

export async function updateThreshold(db: Db, id: number, change: Updateable<ThresholdTable>): Promise<void> {
  await db.updateTable('threshold').set(change).where('id', '=', id).execute();
}

export async function deleteThresholds(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('threshold').where('id', 'in', ids).execute();
}

export async function findAliasRows(db: Db, protectionId: number) {
  return db
    .selectFrom('protection_alias')
    .select(['tag_alias_id', 'settings'])
    .where('protection_id', '=', protectionId)
    .orderBy('tag_alias_id')
    .execute();
}

/** Gives a protection its aliases, in place of those that it had, and notes the tags behind them. */
export async function replaceAliases(
  db: Db,
  protectionId: number,
  aliases: readonly { tagAliasId: number; settings: StoredSetting }[],
): Promise<void> {
  await db.deleteFrom('protection_alias').where('protection_id', '=', protectionId).execute();
  if (aliases.length > 0) {
    const rows = aliases.map(({ tagAliasId, settings }) => ({
      protection_id: protectionId,
      tag_alias_id: tagAliasId,
      settings: JSON.stringify(settings),
    }));
    await db.insertInto('protection_alias').values(rows).execute();
  }
  await replaceInputs(db, [protectionId]);
}

/** Notes the tags whose points lead to an evaluation: those behind the protections' aliases. */
export async function replaceInputs(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from protection_input where protection_id = any(${ids}::int[])`.execute(db);
  await sql`
    insert into protection_input (protection_id, alias, tag_id)
    select protection_id, name, mapped_tag_id from protection_alias
    join tag_alias on tag_alias.id = tag_alias_id
    where protection_id = any(${ids}::int[]) and mapped_tag_id is not null`.execute(db);
}

/** The failure modes of the twin among these; they stay until the transaction ends. */
export async function findFailureModes(db: Db, twinId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from failure_mode where twin_id = ${twinId} and id = any(${ids}::int[])
    order by id for key share`.execute(db);
  return rows.map((row) => row.id);
}

/** The activities of the twin among these; they stay until the transaction ends. */
export async function findActivities(db: Db, twinId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from activity where twin_id = ${twinId} and id = any(${ids}::int[])
    order by id for key share`.execute(db);
  return rows.map((row) => row.id);
}

/** The thresholds of a twin's protections that act. */
export async function findThresholdsWithActions(db: Db, twinId: number) {
  return db
    .selectFrom('threshold')
    .innerJoin('protection', 'protection.id', 'threshold.protection_id')
    .select(['threshold.id', 'threshold.protection_id', 'threshold.actions'])
    .where('protection.twin_id', '=', twinId)
    .where(sql<boolean>`threshold.actions <> '[]'`)
    .orderBy('threshold.id')
    .execute();
}

export async function replaceFailureModes(
  db: Db,
  id: number,
  failureModeIds: readonly number[],
): Promise<void> {
  await sql`delete from failure_mode_protection where protection_id = ${id}`.execute(db);
  await sql`
    insert into failure_mode_protection (protection_id, failure_mode_id)
    select distinct ${id}::int, unnest(${failureModeIds}::int[])`.execute(db);
}

/** The protections that read an alias, with their thresholds' logic, by name and in order. */
export async function findUsersOfAlias(db: Db, twinId: number, alias: string) {
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

/** Notes that protections were changed, whoever did it. */
export async function countChanges(db: Db, ids: readonly number[], dirty: DirtyFlag): Promise<void> {
  await sql`
    update protection set updated_at = now(), version = version + 1,
      dirty_flags = array(select distinct unnest(dirty_flags || array[${dirty}]::text[]) order by 1)
    where id = any(${ids}::int[])`.execute(db);
}
