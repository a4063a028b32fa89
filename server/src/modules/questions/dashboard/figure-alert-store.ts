import type { FigureAlertChange, NewFigureAlert } from '@twinward/contracts/questions/figure-alert';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

const selectRows = (db: Db) => db.selectFrom('figure_alert').selectAll();
export type FigureAlertRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

export const selectAlerts = (db: Db, userId: number): Promise<FigureAlertRow[]> =>
  selectRows(db).where('user_id', '=', userId).orderBy('id').execute();

/** Selects the alerts of all users, grouped by user. */
export const selectAllAlerts = (db: Db): Promise<FigureAlertRow[]> =>
  selectRows(db).orderBy('user_id').orderBy('id').execute();

export async function hasAlerts(db: Db): Promise<boolean> {
  return (await db.selectFrom('figure_alert').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Serializes inserts for a user until the transaction ends (advisory lock), so that the limit can be checked. */
export async function lockAlertsOfUser(db: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('figure alerts'), ${userId}::int)`.execute(db);
}

/** Locks an alert of the user (`FOR UPDATE`); null if it does not exist or belongs to another user. */
export async function lockAlert(db: Db, userId: number, id: number): Promise<FigureAlertRow | null> {
  const row = await selectRows(db)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

const toColumns = ({ name, direction, limit, release }: FigureAlertChange) => ({
  name,
  direction,
  limit_value: limit,
  release_value: release,
});

export function insertAlert(
  db: Db,
  userId: number,
  { source, values, ...condition }: NewFigureAlert,
): Promise<FigureAlertRow> {
  return db
    .insertInto('figure_alert')
    .values({
      user_id: userId,
      source: JSON.stringify(source),
      card_values: JSON.stringify(values),
      ...toColumns(condition),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Updates an alert, and resets `is_over` until the figure is read again. */
export function updateAlertRow(db: Db, id: number, change: FigureAlertChange): Promise<FigureAlertRow> {
  return db
    .updateTable('figure_alert')
    .set({ ...toColumns(change), is_over: false })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const deleteAlertRow = tableRows('figure_alert').delete;

/** Stores the result of reading the figure of a locked alert. */
export async function updateChecked(
  db: Db,
  id: number,
  { isOver, value, checkedAt }: { isOver: boolean; value: number | null; checkedAt: Date },
): Promise<void> {
  await db
    .updateTable('figure_alert')
    .set({ is_over: isOver, value, checked_at: checkedAt, failed_at: null, failure: null })
    .where('id', '=', id)
    .execute();
}

/** Stores that the figure of a locked alert could not be read. Does not change `is_over`. */
export async function updateFailed(
  db: Db,
  id: number,
  { failedAt, failure }: { failedAt: Date; failure: string },
): Promise<void> {
  await db.updateTable('figure_alert').set({ failed_at: failedAt, failure }).where('id', '=', id).execute();
}

/** Selects the alerts on a query, with their users. */
export const selectAlertsOfQuery = (db: Db, queryId: number) =>
  db
    .selectFrom('figure_alert')
    .innerJoin('app_user', 'app_user.id', 'figure_alert.user_id')
    .select(['figure_alert.id', 'figure_alert.name', 'user_id', 'user_name'])
    .where(sql<SqlBool>`source ->> 'kind' = 'query' and source -> 'queryId' = to_jsonb(${queryId}::int)`)
    .orderBy('figure_alert.name')
    .orderBy('figure_alert.id')
    .execute();
