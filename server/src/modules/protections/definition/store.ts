import { isDeepStrictEqual } from 'node:util';
import type { DirtyFlag } from '@twinward/contracts/protections/protection';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { ColumnTypes } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { ProtectionTable, ThresholdTable } from '../../../platform/database/generated/rows.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

/** The expected interval of an input; empty without settings. */
export type StoredSetting = ColumnTypes['protection_alias.settings'];

const protectionRows = tableRows('protection');
export const insertProtection = protectionRows.insert;
export const deleteProtectionRow = protectionRows.delete;
const thresholdRows = tableRows('threshold');
export const updateThreshold = thresholdRows.update;
export const deleteThresholds = thresholdRows.deleteAll;

/** Locks a protection's row (`FOR NO KEY UPDATE`). Rows that refer to it, such as excursions, can still be inserted. */
export async function lockProtection(db: Db, id: number) {
  const row = await db
    .selectFrom('protection')
    .select(['twin_id', 'type', 'active', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateProtectionRow(
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

export async function selectThresholds(db: Db, protectionId: number) {
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

export async function selectAliases(db: Db, protectionId: number) {
  return db
    .selectFrom('protection_alias')
    .select(['tag_alias_id', 'settings'])
    .where('protection_id', '=', protectionId)
    .orderBy('tag_alias_id')
    .execute();
}

/** Replaces the inputs of a protection and their tags. */
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

/** Changes the settings of an input of a protection. */
export async function updateAliasSettings(
  db: Db,
  protectionId: number,
  aliasId: number,
  change: (settings: StoredSetting) => StoredSetting,
): Promise<void> {
  const row = (await selectAliases(db, protectionId)).find(({ tag_alias_id }) => tag_alias_id === aliasId);
  if (!row) return;
  const settings = change(row.settings);
  if (isDeepStrictEqual(settings, row.settings)) return;
  await db
    .updateTable('protection_alias')
    .set({ settings: JSON.stringify(settings) })
    .where('protection_id', '=', protectionId)
    .where('tag_alias_id', '=', aliasId)
    .execute();
}

/** Replaces the tags that trigger an evaluation by those of the protections' inputs. */
export async function replaceInputs(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from protection_input where protection_id = any(${ids}::int[])`.execute(db);
  await sql`
    insert into protection_input (protection_id, alias, tag_id)
    select protection_id, name, mapped_tag_id from protection_alias
    join tag_alias on tag_alias.id = tag_alias_id
    where protection_id = any(${ids}::int[]) and mapped_tag_id is not null`.execute(db);
}

/** Replaces the failure modes of a protection. */
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

/** Replaces the protections of a failure mode. */
export async function replaceProtectionsOfFailureMode(
  db: Db,
  failureModeId: number,
  protectionIds: readonly number[],
): Promise<void> {
  await sql`delete from failure_mode_protection where failure_mode_id = ${failureModeId}`.execute(db);
  await sql`
    insert into failure_mode_protection (failure_mode_id, protection_id)
    select distinct ${failureModeId}::int, unnest(${protectionIds}::int[])`.execute(db);
}

/** Bumps the versions of protections, and flags what changed since their last evaluation. */
export async function bumpVersions(db: Db, ids: readonly number[], dirty: DirtyFlag): Promise<void> {
  await sql`
    update protection set updated_at = now(), version = version + 1,
      dirty_flags = array(select distinct unnest(dirty_flags || array[${dirty}]::text[]) order by 1)
    where id = any(${ids}::int[])`.execute(db);
}
