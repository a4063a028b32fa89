import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Selects the groups by caption, with the start dashboard of each. */
export async function selectGroupStarts(db: Db) {
  return db
    .selectFrom('user_group')
    .leftJoin('group_dashboard', 'group_name', 'name')
    .select(['name', 'caption', 'dashboard'])
    .orderBy('caption')
    .orderBy('name')
    .execute();
}

/** @param dashboard null for none */
export async function replaceGroupStart(db: Db, group: string, dashboard: string | null): Promise<void> {
  await db.deleteFrom('group_dashboard').where('group_name', '=', group).execute();
  if (dashboard === null) return;
  await sql`insert into group_dashboard (group_name, dashboard) values (${group}, ${dashboard})`.execute(db);
}
