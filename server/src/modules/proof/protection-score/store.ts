import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { MarkedRangeTable } from '../../../platform/database/generated/rows.ts';

const columns = ['id', 'start_at', 'end_at', 'failed_at', 'failure_mode_id', 'note'] as const;
export type RangeRow = Pick<Selectable<MarkedRangeTable>, (typeof columns)[number]>;

export function selectRanges(db: Db, twinId: number): Promise<RangeRow[]> {
  return db
    .selectFrom('marked_range')
    .select(columns)
    .where('twin_id', '=', twinId)
    .orderBy('start_at')
    .orderBy('id')
    .execute();
}

export function insertRange(db: Db, range: Insertable<MarkedRangeTable>): Promise<RangeRow> {
  return db.insertInto('marked_range').values(range).returning(columns).executeTakeFirstOrThrow();
}

/** @returns the deleted row; null if it did not exist */
export async function deleteRange(db: Db, twinId: number, id: number): Promise<RangeRow | null> {
  const row = await db
    .deleteFrom('marked_range')
    .where('id', '=', id)
    .where('twin_id', '=', twinId)
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

/** Selects the failure modes of a twin, with the fields that identify events. */
export async function selectModes(
  db: Db,
  twinId: number,
): Promise<{ id: number; mechanism: string | null; pfInterval: string | null }[]> {
  return db
    .selectFrom('failure_mode')
    .select(['id', 'mechanism', 'pf_interval as pfInterval'])
    .where('twin_id', '=', twinId)
    .orderBy('id')
    .execute();
}

/** Selects the tags that the protection reads, without work tags. */
export async function selectPointTags(db: Db, protectionId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct tag_id as id from protection_input join tag on tag.id = tag_id
    where protection_id = ${protectionId} and tag.type <> 'work' order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Selects all excursions of a protection by start. Times in epoch milliseconds. */
export async function selectExcursionSpans(
  db: Db,
  protectionId: number,
): Promise<{ thresholdId: number; start: number; end: number | null }[]> {
  const { rows } = await sql<{ thresholdId: number; start: number; end: number | null }>`
    select threshold_id as "thresholdId", (extract(epoch from start_at) * 1000)::float8 as start,
      (extract(epoch from end_at) * 1000)::float8 as end from excursion
    where protection_id = ${protectionId} order by start_at, threshold_id`.execute(db);
  return rows;
}
