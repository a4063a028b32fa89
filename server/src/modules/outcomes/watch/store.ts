import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** The relations of a user to a twin, each in its own table. */
export type Mark = 'watch' | 'subscription';

export async function selectMarks(db: Db, mark: Mark, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom(mark)
    .select('twin_id')
    .where('user_id', '=', userId)
    .orderBy('twin_id')
    .execute();
  return rows.map((row) => row.twin_id);
}

export async function countMarks(db: Db, mark: Mark, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom(mark)
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function hasMarkRow(db: Db, mark: Mark, userId: number, twinId: number): Promise<boolean> {
  const row = await db
    .selectFrom(mark)
    .select('twin_id')
    .where('user_id', '=', userId)
    .where('twin_id', '=', twinId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertMarks(
  db: Db,
  mark: Mark,
  userId: number,
  twinIds: readonly number[],
): Promise<void> {
  await db
    .insertInto(mark)
    .values(twinIds.map((twin_id) => ({ user_id: userId, twin_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the relation to one twin, or to all twins if null. */
export async function deleteMarks(db: Db, mark: Mark, userId: number, twinId: number | null): Promise<void> {
  await db
    .deleteFrom(mark)
    .where('user_id', '=', userId)
    .$if(twinId !== null, (query) => query.where('twin_id', '=', twinId!))
    .execute();
}

/** Selects the twins on a user's watchlist, each with its protections and advisories. */
export async function selectWatches(db: Db, userId: number) {
  return db
    .selectFrom('watch')
    .innerJoin('twin', 'twin.id', 'watch.twin_id')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .leftJoin('consequence', 'consequence.twin_id', 'twin.id')
    .select([
      'twin.id',
      'asset.asset_name',
      'twin.active',
      'twin.level',
      'consequence.value as consequence',
      sql<{ id: number; name: string; active: boolean; level: number | null }[]>`coalesce((
        select json_agg(json_build_object('id', id, 'name', name, 'active', active, 'level', level)
          order by level desc nulls last, name)
        from protection where twin_id = twin.id), '[]')`.as('indicators'),
      sql<{ state: string; count: number }[]>`coalesce((
        select json_agg(json_build_object('state', state, 'count', count) order by state)
        from twin_advisory_count where twin_id = twin.id), '[]')`.as('advisories'),
    ])
    .where('watch.user_id', '=', userId)
    .orderBy('asset.asset_name')
    .orderBy('twin.id')
    .execute();
}

export async function replaceAdvisoryCounts(
  db: Db,
  twinId: number,
  counts: readonly { state: string; count: number }[],
): Promise<void> {
  await db.deleteFrom('twin_advisory_count').where('twin_id', '=', twinId).execute();
  const rows = counts.filter(({ count }) => count > 0).map((one) => ({ twin_id: twinId, ...one }));
  if (rows.length > 0) await db.insertInto('twin_advisory_count').values(rows).execute();
}
