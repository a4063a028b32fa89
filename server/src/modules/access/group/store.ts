import type { ListRequest } from '@twinward/contracts/core/list';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

const userCount = sql<number>`(select count(*) from user_group_member where group_name = name)`;
const recordTypes = sql<string[]>`array(
  select record_type from group_record_type where group_name = name order by 1)`;
const userIds = sql<
  number[]
>`array(select user_id from user_group_member where group_name = name order by 1)`;

const list: ListFields = {
  fields: {
    Name: { type: 'C', sql: sql`name` },
    Caption: { type: 'C', sql: sql`caption` },
    Description: { type: 'C', sql: sql`description` },
    Standard: { type: 'B', sql: sql`standard` },
    UserCount: { type: 'N', sql: userCount },
  },
  key: sql`name`,
  defaultSort: [{ field: 'Caption', direction: 'Ascending' }],
};

function selectGroups(db: Db) {
  return db
    .selectFrom('user_group')
    .selectAll()
    .select([userCount.as('user_count'), recordTypes.as('record_types')]);
}
export type GroupRow = Awaited<ReturnType<ReturnType<typeof selectGroups>['execute']>>[number];

export function selectGroupPage(db: Db, request: ListRequest) {
  return findPage(selectGroups(db), compileList(request, list));
}

export async function selectGroup(db: Db, name: string) {
  const row = await selectGroups(db)
    .select(userIds.as('user_ids'))
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the group's row (`FOR UPDATE`). */
export async function lockGroup(db: Db, name: string): Promise<void> {
  await db.selectFrom('user_group').select('name').where('name', '=', name).forUpdate().execute();
}

/** Inserts a group. Returns false if the name is in use, ignoring case. */
export async function insertGroup(
  db: Db,
  group: { name: string; caption: string; description: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into user_group (name, caption, description)
    select ${group.name}, ${group.caption}, ${group.description}
    where not exists (select from user_group where lower(name) = lower(${group.name}))
    on conflict do nothing returning name`.execute(db);
  return rows.length > 0;
}

export async function updateGroupRow(
  db: Db,
  name: string,
  change: { caption: string; description: string },
): Promise<void> {
  await db.updateTable('user_group').set(change).where('name', '=', name).execute();
}

export async function deleteGroupRow(db: Db, name: string): Promise<void> {
  await db.deleteFrom('user_group').where('name', '=', name).execute();
}

/** Returns the first id that belongs to no user; null if all exist. */
export async function selectUnknownUser(db: Db, ids: readonly number[]): Promise<number | null> {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where(sql<SqlBool>`id = any(${ids}::int[])`)
    .execute();
  const known = new Set(rows.map((row) => row.id));
  return ids.find((id) => !known.has(id)) ?? null;
}

export async function replaceMembers(db: Db, name: string, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('user_group_member').where('group_name', '=', name).execute();
  await sql`insert into user_group_member (user_id, group_name)
    select distinct id, ${name} from unnest(${ids}::int[]) as id`.execute(db);
}

export async function replaceGroupRecordTypes(db: Db, name: string, types: readonly string[]): Promise<void> {
  await db.deleteFrom('group_record_type').where('group_name', '=', name).execute();
  await sql`insert into group_record_type (group_name, record_type)
    select distinct ${name}, type from unnest(${types}::text[]) as type`.execute(db);
}

/** Returns the first name that belongs to no group; null if all exist. */
export async function selectUnknownGroup(db: Db, names: readonly string[]): Promise<string | null> {
  const rows = await db
    .selectFrom('user_group')
    .select('name')
    .where(sql<SqlBool>`name = any(${names}::text[])`)
    .execute();
  const known = new Set(rows.map((row) => row.name));
  return names.find((name) => !known.has(name)) ?? null;
}

export async function replaceUserGroups(db: Db, userId: number, names: readonly string[]): Promise<void> {
  await db.deleteFrom('user_group_member').where('user_id', '=', userId).execute();
  await sql`insert into user_group_member (user_id, group_name)
    select distinct ${userId}::int, name from unnest(${names}::text[]) as name`.execute(db);
}

/** Removes a record type from all groups that it is assigned to. */
export async function deleteGroupRecordType(db: Db, type: string): Promise<void> {
  await db.deleteFrom('group_record_type').where('record_type', '=', type).execute();
}
