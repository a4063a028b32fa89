import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../platform/database/database.ts';
import type { ActivityTable } from '../../../platform/database/generated/rows.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

export type ActivityFields = Omit<
  Selectable<ActivityTable>,
  'id' | 'twin_id' | 'version' | 'fields' | 'model_part'
>;

function selectActivities(db: Db) {
  return db
    .selectFrom('activity')
    .selectAll('activity')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('activity_failure_mode')
          .select('failure_mode_id as id')
          .whereRef('activity_id', '=', 'activity.id')
          .orderBy('failure_mode_id'),
      ).as('failure_modes'),
    );
}
export type ActivityRow = Awaited<ReturnType<ReturnType<typeof selectActivities>['execute']>>[number];

export function selectActivitiesOfTwin(db: Db, twinId: number, limit: number): Promise<ActivityRow[]> {
  return selectActivities(db).where('twin_id', '=', twinId).orderBy('name').limit(limit).execute();
}

export async function selectActivity(db: Db, id: number): Promise<ActivityRow | null> {
  return (await selectActivities(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

const rows = versionedTableRows('activity');
export const insertActivity = rows.insert;
export const updateActivityRow = rows.updateAtVersion;
export const deleteActivityRow = rows.delete;

/** Returns the type of a twin's input; null if the twin has no such input. */
export async function selectAliasType(db: Db, twinId: number, tagAliasId: number) {
  const row = await db
    .selectFrom('tag_alias')
    .select('type')
    .where('id', '=', tagAliasId)
    .where('twin_id', '=', twinId)
    .executeTakeFirst();
  return row?.type ?? null;
}

/** Replaces the failure modes that the work of an activity renews. */
export async function replaceFailureModes(
  db: Db,
  activityId: number,
  failureModeIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('activity_failure_mode').where('activity_id', '=', activityId).execute();
  if (failureModeIds.length === 0) return;
  const rows = failureModeIds.map((id) => ({ activity_id: activityId, failure_mode_id: id }));
  await db.insertInto('activity_failure_mode').values(rows).execute();
}

/** Returns which of the failure modes belong to the twin. */
export async function selectModesOfTwin(
  db: Db,
  twinId: number,
  failureModeIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('failure_mode')
    .select('id')
    .where('twin_id', '=', twinId)
    .where('id', '=', sql<number>`any(${failureModeIds}::int[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
}
