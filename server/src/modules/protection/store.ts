import { type Insertable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../platform/database.ts';
import { findPage } from '../../platform/list.ts';
import type { ProtectionInputTable, ProtectionTable, ThresholdTable } from './tables.ts';

/** Whether the tag is none that is calculated, or one that lacks nothing. */
const isComplete = sql<boolean>`not exists (
  select from calculation where calculation.tag_id = tag.id and (btrim(logic) = ''
    or not exists (select from tag_alias where calculated_tag_id = tag.id)
    or exists (select from tag_alias where calculated_tag_id = tag.id and mapped_tag_id is null)))`;

function selectProtections(db: Db) {
  return db.selectFrom('protection').select((eb) => [
    'protection.id',
    'protection.twin_id',
    'protection.name',
    'protection.description',
    'protection.type',
    'protection.active',
    'protection.default_level',
    'protection.updated_at',
    'protection.level',
    'protection.driving_threshold_id',
    'protection.evaluated_at',
    'protection.stale',
    'protection.error',
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
          sql<number>`jsonb_array_length(threshold.actions)`.as('actions'),
        ])
        .whereRef('threshold.protection_id', '=', 'protection.id')
        .orderBy('threshold.position'),
    ).as('thresholds'),
    jsonArrayFrom(
      eb
        .selectFrom('protection_input')
        .innerJoin('tag', 'tag.id', 'protection_input.tag_id')
        .select([
          'protection_input.alias',
          'tag.id as tagId',
          'tag.name as tagName',
          'tag.unit',
          isComplete.as('complete'),
        ])
        .whereRef('protection_input.protection_id', '=', 'protection.id')
        .orderBy('protection_input.alias'),
    ).as('inputs'),
  ]);
}

export async function findProtection(db: Db, id: number) {
  const row = await selectProtections(db).where('protection.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Highest level first; those never evaluated last. */
export function findProtectionsOfTwin(db: Db, twinId: number, limit: number, offset: number) {
  const orderBy = sql`protection.level desc nulls last, protection.name, protection.id`;
  const protections = selectProtections(db).where('protection.twin_id', '=', twinId);
  return findPage(protections, { orderBy, limit, offset });
}

/** What the logic of a twin's protections may name. */
export async function findAliasesOfTwin(db: Db, twinId: number) {
  return db
    .selectFrom('tag_alias')
    .select(['name', 'type', 'mapped_tag_id'])
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

export async function insertThresholds(
  db: Db,
  thresholds: readonly Insertable<ThresholdTable>[],
): Promise<void> {
  await db.insertInto('threshold').values(thresholds).execute();
}

export async function insertInputs(
  db: Db,
  inputs: readonly Insertable<ProtectionInputTable>[],
): Promise<void> {
  await db.insertInto('protection_input').values(inputs).execute();
}

/** The thresholds of a twin's protections, with what their protection's name and settings are. */
export async function findThresholdsOfTwin(db: Db, twinId: number) {
  return db
    .selectFrom('threshold')
    .innerJoin('protection', 'protection.id', 'threshold.protection_id')
    .select(['threshold.id', 'threshold.logic', 'protection_id', 'protection.name as protection_name'])
    .where('protection.twin_id', '=', twinId)
    .orderBy('protection.name')
    .orderBy('threshold.position')
    .execute();
}

export async function updateThresholdLogic(db: Db, id: number, logic: string): Promise<void> {
  await db.updateTable('threshold').set({ logic }).where('id', '=', id).execute();
}

/** Moves the settings of one alias to another name, and notes the change. */
export async function renameSettings(
  db: Db,
  ids: readonly number[],
  from: string,
  to: string,
): Promise<void> {
  await sql`
    update protection set updated_at = now(), settings = case when settings ? ${from}
      then settings - ${from}::text || jsonb_build_object(${to}::text, settings -> ${from}) else settings end
    where id = any(${ids}::int[])`.execute(db);
}

/** Notes the tag that an alias of protections is mapped to; null where it is mapped to none. */
export async function replaceInput(
  db: Db,
  ids: readonly number[],
  from: string,
  to: string,
  tagId: number | null,
): Promise<void> {
  await db
    .deleteFrom('protection_input')
    .where('protection_id', 'in', ids)
    .where('alias', '=', from)
    .execute();
  if (tagId === null) return;
  await insertInputs(
    db,
    ids.map((protection_id) => ({ protection_id, alias: to, tag_id: tagId })),
  );
}
