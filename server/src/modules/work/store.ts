import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { WorkTable } from './tables.ts';

/** The latest completion under each of the tags that has one. */
export async function findLatestCompletions(db: Db, tagIds: readonly number[]) {
  return db
    .selectFrom('work')
    .select(['tag_id', sql<Date>`max(completed_at)`.as('completed_at')])
    .where(sql<SqlBool>`tag_id = any(${tagIds}::int[])`)
    .where('completed_at', 'is not', null)
    .groupBy('tag_id')
    .execute();
}

export async function insertWork(db: Db, work: Insertable<WorkTable>): Promise<number> {
  const { id } = await db.insertInto('work').values(work).returning('id').executeTakeFirstOrThrow();
  return id;
}
