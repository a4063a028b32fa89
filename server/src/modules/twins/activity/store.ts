import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { ActivityTable } from '../../../platform/database/generated/rows.ts';

export type ActivityRow = Selectable<ActivityTable>;
export type ActivityFields = Omit<ActivityRow, 'id' | 'twin_id' | 'version'>;

export function selectActivitiesOfTwin(db: Db, twinId: number, limit: number): Promise<ActivityRow[]> {
  return db
    .selectFrom('activity')
    .selectAll()
    .where('twin_id', '=', twinId)
    .orderBy('name')
    .limit(limit)
    .execute();
}

export async function selectActivity(db: Db, id: number): Promise<ActivityRow | null> {
  return (await db.selectFrom('activity').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function insertActivity(db: Db, row: ActivityFields & { twin_id: number }): Promise<number> {
  const { id } = await db.insertInto('activity').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates an activity at the given version; returns false at another one. */
export async function updateActivityRow(
  db: Db,
  id: number,
  version: number,
  fields: ActivityFields,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('activity')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteActivityRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('activity').where('id', '=', id).execute();
}

/** Whether the input is a work alias of the twin. */
export async function isWorkAlias(db: Db, twinId: number, tagAliasId: number): Promise<boolean> {
  const row = await db
    .selectFrom('tag_alias')
    .select('id')
    .where('id', '=', tagAliasId)
    .where('twin_id', '=', twinId)
    .where('type', '=', 'work')
    .executeTakeFirst();
  return row !== undefined;
}
