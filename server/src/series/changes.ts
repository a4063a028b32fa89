import { sql } from 'kysely';
import { toArrayParameter } from '../platform/database/array.ts';
import type { Db } from '../platform/database/database.ts';

/** Channel that notifies of new rows in `point_change`. */
export const pointsChannel = 'twinward_points';

/**
 * Common table expressions that delete up to 10,000 unlocked rows of the change log. `changed` has one row
 * per tag: `tag_id`, `since` (the earliest changed time, in epoch milliseconds) and `created_at`.
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

/** Logs, in the caller's transaction, the time from which each tag has changed; null means unchanged. */
export async function logChanges(
  trx: Db,
  changes: readonly { tagId: number; changedFrom: number | null }[],
): Promise<void> {
  const changed = changes.filter((change) => change.changedFrom !== null);
  if (changed.length === 0) return;
  await sql`
    with change as (
      insert into point_change (tag_ids, from_times)
      values (${toArrayParameter('int', changed, (change) => change.tagId)},
        ${toArrayParameter('bigint', changed, (change) => change.changedFrom!)})
      returning id
    )
    select pg_notify(${pointsChannel}, '') from change`.execute(trx);
}

/** Replaces the changes logged in this transaction. */
export async function relogChanges(
  trx: Db,
  id: number | null,
  changes: Parameters<typeof logChanges>[1],
): Promise<void> {
  await sql`delete from point_change where id = ${id}`.execute(trx);
  await logChanges(trx, changes);
}
