import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { arrayOf } from './sql.ts';

/** The channel that tells of new rows in `point_change`. */
export const pointsChannel = 'twinward_points';

/**
 * Common tables that take up to 10,000 rows of the log of changes, those that no other transaction holds. `changed` has
 * `tag_id`, `since` (the earliest time that changed, in epoch milliseconds) and `created_at` of each tag once.
 */
export const takenChanges = sql`taken as (
    delete from point_change
    where id in (select id from point_change order by id limit 10000 for update skip locked)
    returning tag_ids, from_times, created_at
  ), changed as (
    select tag_id, min(from_time) as since, min(created_at) as created_at
    from taken, unnest(tag_ids, from_times) as c (tag_id, from_time)
    group by tag_id
  )`;

/** Notes, in the caller's transaction, from what time on each tag differs; null: it does not. */
export async function logChanges(
  trx: Db,
  changes: readonly { tagId: number; changedFrom: number | null }[],
): Promise<void> {
  const changed = changes.filter((change) => change.changedFrom !== null);
  if (changed.length === 0) return;
  await sql`
    with change as (
      insert into point_change (tag_ids, from_times)
      values (${arrayOf('int', changed, (change) => change.tagId)},
        ${arrayOf('bigint', changed, (change) => change.changedFrom!)})
      returning id
    )
    select pg_notify(${pointsChannel}, '') from change`.execute(trx);
}

/** Puts other changes in the place of those logged in this transaction. */
export async function relogChanges(
  trx: Db,
  id: number | null,
  changes: Parameters<typeof logChanges>[1],
): Promise<void> {
  await sql`delete from point_change where id = ${id}`.execute(trx);
  await logChanges(trx, changes);
}
