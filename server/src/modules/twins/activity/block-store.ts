import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { toRecordset } from '../../../platform/database/records.ts';
import type { ActivityFields } from './store.ts';

/** The columns of an activity for a batch write. */
export type ActivityToWrite = ActivityFields & { model_part: number | null };

/** @returns the new ids, in the order of the rows. */
export async function insertActivityBlock(
  db: Db,
  rows: readonly (ActivityToWrite & { twin_id: number })[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const { rows: inserted } = await sql<{ id: number }>`
    insert into activity (twin_id, tag_alias_id, name, description, duration, cost, resource, renews, model_part)
    select twin_id, tag_alias_id, name, description, duration, cost, resource, renews, model_part
    from ${toRecordset('activity', rows)} returning id`.execute(db);
  return inserted.map(({ id }) => id);
}

export async function updateActivityBlock(
  db: Db,
  rows: readonly (ActivityToWrite & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update activity set tag_alias_id = changed.tag_alias_id, name = changed.name, description = changed.description,
      duration = changed.duration, cost = changed.cost, resource = changed.resource, renews = changed.renews,
      model_part = changed.model_part, version = activity.version + 1
    from ${toRecordset('activity', rows)} as changed where activity.id = changed.id`.execute(db);
}

/** Replaces the failure modes that the work of activities renews. */
export async function replaceRenewedModes(
  db: Db,
  activities: readonly { id: number; failureModeIds: readonly number[] }[],
): Promise<void> {
  if (activities.length === 0) return;
  await sql`
    delete from activity_failure_mode where activity_id = any(${activities.map(({ id }) => id)}::int[])`.execute(
    db,
  );
  const links = activities.flatMap(({ id, failureModeIds }) =>
    failureModeIds.map((mode) => ({ activity_id: id, failure_mode_id: mode })),
  );
  if (links.length === 0) return;
  await sql`
    insert into activity_failure_mode (activity_id, failure_mode_id)
    select activity_id, failure_mode_id from ${toRecordset('activity_failure_mode', links)}`.execute(db);
}
