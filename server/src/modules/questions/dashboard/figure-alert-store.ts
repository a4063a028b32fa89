import type { FigureAlertChange, NewFigureAlert } from '@twinward/contracts/questions/figure-alert';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

const selectRows = (db: Db) => db.selectFrom('figure_alert').selectAll();
export type FigureAlertRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

export const selectAlerts = (db: Db, userId: number): Promise<FigureAlertRow[]> =>
  selectRows(db).where('user_id', '=', userId).orderBy('id').execute();

/** The alerts of all users, those of a user together. */
export const selectAllAlerts = (db: Db): Promise<FigureAlertRow[]> =>
  selectRows(db).orderBy('user_id').orderBy('id').execute();

export async function hasAlerts(db: Db): Promise<boolean> {
  return (await db.selectFrom('figure_alert').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Serializes additions of the user until the transaction ends (advisory lock), so that they can be counted. */
export async function lockAlertsOf(db: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('figure alerts'), ${userId}::int)`.execute(db);
}

/** An alert of the user, locked; null for one of another. */
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

/** Changes an alert; it is not crossed until it is read again. */
export function updateAlertRow(db: Db, id: number, change: FigureAlertChange): Promise<FigureAlertRow> {
  return db
    .updateTable('figure_alert')
    .set({ ...toColumns(change), is_over: false })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteAlertRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('figure_alert').where('id', '=', id).execute();
}

export async function updateChecked(
  db: Db,
  id: number,
  { isOver, value, checkedAt }: { isOver: boolean; value: number | null; checkedAt: Date },
): Promise<void> {
  await db
    .updateTable('figure_alert')
    .set({ is_over: isOver, value, checked_at: checkedAt })
    .where('id', '=', id)
    .execute();
}
