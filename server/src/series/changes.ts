import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { arrayOf } from './sql.ts';

/** The channel that tells of new rows in `point_change`. */
export const pointsChannel = 'twinward_points';

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
