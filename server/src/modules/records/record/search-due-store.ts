import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Queues records for `indexDueRecords`, which writes their search entries later, so that imports are faster. */
export async function insertSearchDue(db: Db, records: readonly { id: number }[]): Promise<void> {
  const ids = records.map(({ id }) => id);
  await sql`
    insert into record_search_due (record_id) select unnest(${ids}::int[]) on conflict do nothing`.execute(
    db,
  );
}

/**
 * Removes the first records from the queue, except those that another process is removing.
 * @returns the ids of the records
 */
export async function deleteSearchDue(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from record_search_due where record_id in (
      select record_id from record_search_due order by record_id limit ${limit}
      for update skip locked)
    returning record_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks records of any type (`FOR KEY SHARE`). */
export function lockForIndexing(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('record')
    .select(['id', 'type_id', 'title', 'fields'])
    .where(sql<SqlBool>`id = any(${ids}::int[])`)
    .forKeyShare()
    .execute();
}
