import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

/** Identifies a list that has views: that of a record type, or a named one. */
export type ListKey = { type_id: number; list: null } | { type_id: null; list: string };

const isOfList = ({ type_id, list }: ListKey) =>
  type_id === null ? sql<SqlBool>`type_id is null and list = ${list}` : sql<SqlBool>`type_id = ${type_id}`;

/** Selects the views of a list that a user may see: the user's own and the shared ones. */
function visibleViews(db: Db, list: ListKey, userId: number) {
  return db
    .selectFrom('saved_view')
    .leftJoin('app_user', 'app_user.id', 'saved_view.created_by')
    .select(['saved_view.id', 'caption', 'parameters', 'private_to', 'created_by', 'saved_view.version'])
    .select('user_name')
    .where(isOfList(list))
    .where(sql<SqlBool>`(private_to is null or private_to = ${userId})`);
}
export type SavedViewRow = Awaited<ReturnType<ReturnType<typeof visibleViews>['execute']>>[number];

/** Ordered by caption. */
export function selectViews(db: Db, list: ListKey, userId: number): Promise<SavedViewRow[]> {
  return visibleViews(db, list, userId).orderBy(sql`lower(caption)`).orderBy('saved_view.id').execute();
}

/** Locks the row of a view that the user may see (`FOR UPDATE`). */
export async function lockView(
  db: Db,
  list: ListKey,
  userId: number,
  id: number,
): Promise<SavedViewRow | null> {
  await sql`select from saved_view where id = ${id} for update`.execute(db);
  return selectView(db, list, userId, id);
}

export async function selectView(
  db: Db,
  list: ListKey,
  userId: number,
  id: number,
): Promise<SavedViewRow | null> {
  const row = await visibleViews(db, list, userId).where('saved_view.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Counts the views of a list that are private to a user; null counts the shared views. */
export async function countViews(db: Db, list: ListKey, privateTo: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from saved_view
    where ${isOfList(list)} and private_to is not distinct from ${privateTo}`.execute(db);
  return rows[0]!.count;
}

const rows = versionedTableRows('saved_view');
/** @throws if the caption is in use */
export const insertView = rows.insert;
/** @throws if the caption is in use */
export const updateViewRow = rows.updateAndBump;
export const deleteViewRow = rows.delete;
