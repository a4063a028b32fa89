import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Selects the times at which work of a tag was completed, after one time and up to another; epoch milliseconds. */
export async function selectWorkTimes(db: Db, tagId: number, after: number, upTo: number): Promise<number[]> {
  const { rows } = await sql<{ time: number }>`
    select distinct floor(extract(epoch from completed_at) * 1000)::bigint as time from work
    where tag_id = ${tagId} and completed_at > ${new Date(after)} and completed_at <= ${new Date(upTo)}
    order by 1`.execute(db);
  return rows.map(({ time }) => time);
}

/** Counts the completed work of a tag, after one time and up to another; epoch milliseconds. */
export async function countWork(db: Db, tagId: number, after: number, upTo: number): Promise<number> {
  const { count } = await db
    .selectFrom('work')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tag_id', '=', tagId)
    .where('completed_at', '>', new Date(after))
    .where('completed_at', '<=', new Date(upTo))
    .executeTakeFirstOrThrow();
  return count;
}

/** Selects the first and the last time at which work of a tag was completed; null if none was. */
export async function selectWorkExtent(
  db: Db,
  tagId: number,
): Promise<{ oldest: number; latest: number } | null> {
  const { oldest, latest } = await db
    .selectFrom('work')
    .select((eb) => [
      eb.fn.min<Date | null>('completed_at').as('oldest'),
      eb.fn.max<Date | null>('completed_at').as('latest'),
    ])
    .where('tag_id', '=', tagId)
    .executeTakeFirstOrThrow();
  return oldest && latest ? { oldest: oldest.getTime(), latest: latest.getTime() } : null;
}
