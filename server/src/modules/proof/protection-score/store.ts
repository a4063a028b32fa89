import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { MarkedRangeTable } from '../../../platform/database/generated/rows.ts';

export function selectRanges(db: Db, protectionId: number) {
  return db
    .selectFrom('marked_range')
    .select(['id', 'start_at', 'end_at', 'note'])
    .where('protection_id', '=', protectionId)
    .orderBy('start_at')
    .orderBy('id')
    .execute();
}

export async function insertRange(db: Db, range: Insertable<MarkedRangeTable>): Promise<number> {
  const { id } = await db.insertInto('marked_range').values(range).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Removes a mark and answers it; null when there is none. */
export async function deleteRange(db: Db, protectionId: number, id: number) {
  const row = await db
    .deleteFrom('marked_range')
    .where('id', '=', id)
    .where('protection_id', '=', protectionId)
    .returning(['start_at', 'end_at', 'note'])
    .executeTakeFirst();
  return row ?? null;
}

/** What a protection is to give notice of. */
export interface LinkedMode {
  mechanism: string | null;
  /** ISO 8601 length of time */
  pfInterval: string | null;
}

export async function selectLinkedModes(db: Db, protectionId: number): Promise<LinkedMode[]> {
  const { rows } = await sql<LinkedMode>`
    select mechanism, pf_interval as "pfInterval" from failure_mode
    join failure_mode_protection on failure_mode_id = failure_mode.id
    where protection_id = ${protectionId}`.execute(db);
  return rows;
}

/** The tags under which the work of the protection's twin is recorded. */
export async function selectWorkTags(db: Db, protectionId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct mapped_tag_id as id from tag_alias join protection using (twin_id)
    where protection.id = ${protectionId} and tag_alias.type = 'work' and mapped_tag_id is not null
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** The tags whose points the protection reads. */
export async function selectPointTags(db: Db, protectionId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct tag_id as id from protection_input join tag on tag.id = tag_id
    where protection_id = ${protectionId} and tag.type <> 'work' order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Starts of all excursions of a protection, oldest first. */
export async function selectStarts(
  db: Db,
  protectionId: number,
): Promise<{ thresholdId: number; start: number }[]> {
  const { rows } = await sql<{ thresholdId: number; start: number }>`
    select threshold_id as "thresholdId", (extract(epoch from start_at) * 1000)::float8 as start from excursion
    where protection_id = ${protectionId} order by start_at, threshold_id`.execute(db);
  return rows;
}
