import type { ListRequest } from '@twinward/contracts/core/list';
import { type Expression, type Insertable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { AppUserTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

/** SQL for the names of a user's groups. @param userId expression for the user's id */
function selectGroups(userId: Expression<unknown>) {
  return sql<string[]>`array(select group_name from user_group_member where user_id = ${userId} order by 1)`;
}

/** SQL for the record types assigned to a user directly or by a group. @param userId expression for the user's id */
function selectRecordTypes(userId: Expression<unknown>) {
  return sql<string[]>`array(
    select record_type from user_record_type where user_id = ${userId}
    union
    select record_type from group_record_type join user_group_member using (group_name) where user_id = ${userId}
    order by 1)`;
}

/** Selects users with their groups and record types. */
export function selectUsers(db: Db) {
  return db
    .selectFrom('app_user')
    .selectAll('app_user')
    .select((eb) => [
      selectGroups(eb.ref('app_user.id')).as('groups'),
      selectRecordTypes(eb.ref('app_user.id')).as('record_types'),
    ]);
}
export type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number];

export async function selectUser(db: Db, id: number): Promise<UserRow | null> {
  return (await selectUsers(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function selectTimeZone(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('app_user').select('time_zone').where('id', '=', id).executeTakeFirst();
  return row?.time_zone ?? null;
}

/** Selects enabled users by id, and enabled members of groups. */
export function selectEnabledUsers(
  db: Db,
  { userIds, groups }: { userIds: readonly number[]; groups: readonly string[] },
): Promise<UserRow[]> {
  return selectUsers(db)
    .where('enabled', '=', true)
    .where(
      sql<SqlBool>`(id = any(${userIds}::int[]) or exists (
        select from user_group_member where user_id = app_user.id and group_name = any(${groups}::text[])))`,
    )
    .orderBy('id')
    .execute();
}

const directRecordTypes = sql<string[]>`array(
  select record_type from user_record_type where user_id = app_user.id order by 1)`;

const delayedUntil = sql<Date | null>`(
  select max(blocked_until) from sign_in_failure
  where user_name = lower(app_user.user_name) and blocked_until > now())`;

function selectManagedUsers(db: Db) {
  return selectUsers(db)
    .where('is_service', '=', false)
    .select([directRecordTypes.as('direct_record_types'), delayedUntil.as('delayed_until')]);
}
export type ManagedRow = Awaited<ReturnType<ReturnType<typeof selectManagedUsers>['execute']>>[number];

export async function selectManagedUser(db: Db, id: number): Promise<ManagedRow | null> {
  return (await selectManagedUsers(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`id` },
    UserName: { type: 'C', sql: sql`user_name` },
    Email: { type: 'C', sql: sql`email` },
    FirstName: { type: 'C', sql: sql`first_name` },
    LastName: { type: 'C', sql: sql`last_name` },
    Enabled: { type: 'B', sql: sql`enabled` },
    IsAdmin: { type: 'B', sql: sql`is_admin` },
    External: { type: 'B', sql: sql`external` },
    AllowDirectLogin: { type: 'B', sql: sql`allow_direct_login` },
    Group: {
      type: 'C',
      sql: sql`(select string_agg(group_name, ' ' order by group_name) from user_group_member where user_id = id)`,
    },
  },
  key: sql`id`,
  defaultSort: [{ field: 'UserName', direction: 'Ascending' }],
};

export function selectUserPage(db: Db, request: ListRequest) {
  return findPage(selectManagedUsers(db), compileList(request, list));
}

/** Locks the rows of all administrators (`FOR UPDATE`), to serialize changes of them. */
export async function lockAdministrators(db: Db): Promise<void> {
  await db
    .selectFrom('app_user')
    .select('id')
    .where('is_admin', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function selectAdministratorIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('app_user').select('id').where('is_admin', '=', true).execute();
  return rows.map(({ id }) => id);
}

/** Counts the administrators who can sign in directly. */
export async function countAdministrators(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('app_user')
    .select(sql<number>`count(*)`.as('count'))
    .where('is_admin', '=', true)
    .where('enabled', '=', true)
    .where('allow_direct_login', '=', true)
    .where('external', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts a user. Returns the id; null if the name is in use. */
export async function insertUser(db: Db, user: Insertable<AppUserTable>): Promise<number | null> {
  const row = await db
    .insertInto('app_user')
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(user_name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function replaceRecordTypes(db: Db, userId: number, names: readonly string[]): Promise<void> {
  await db.deleteFrom('user_record_type').where('user_id', '=', userId).execute();
  await sql`insert into user_record_type (user_id, record_type)
    select distinct ${userId}::int, name from unnest(${names}::text[]) as name`.execute(db);
}

/** Selects a user by name, ignoring case. */
export async function selectSignIn(db: Db, userName: string) {
  const row = await db
    .selectFrom('app_user')
    .select(['id', 'user_name', 'password_hash', 'enabled', 'allow_direct_login', 'external'])
    .where(sql`lower(user_name)`, '=', sql`lower(${userName})`)
    .executeTakeFirst();
  return row ?? null;
}

/** Selects the name of the system's own user; null before it is created. */
export async function selectSystemUserName(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('app_user')
    .select('user_name')
    .where('system_user', '=', true)
    .executeTakeFirst();
  return row?.user_name ?? null;
}

/** Selects a user by name, or else by an e-mail address that only one user has, ignoring case. */
export async function selectByNameOrEmail(db: Db, text: string) {
  const rows = await db
    .selectFrom('app_user')
    .selectAll()
    .select(sql<boolean>`lower(user_name) = lower(${text})`.as('by_name'))
    .where(sql<SqlBool>`lower(${text}) in (lower(user_name), lower(email))`)
    .orderBy('by_name', 'desc')
    .limit(2)
    .execute();
  const [first, second] = rows;
  return first && (first.by_name || !second) ? first : null;
}

/** Selects the credentials of a user. */
export async function selectProofs(db: Db, id: number) {
  const row = await db
    .selectFrom('app_user')
    .select('password_hash')
    .select(
      sql<boolean>`exists (select from totp_factor where user_id = app_user.id)
        or exists (select from passkey where user_id = app_user.id)`.as('has_second_factor'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export const updateUserRow = tableRows('app_user').update;

/** Replaces a password hash unless it changed meanwhile. @returns whether it was replaced. */
export async function replacePasswordHash(
  db: Db,
  id: number,
  old: string,
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('password_hash', '=', old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Selects users by id, or by name ignoring case. */
export function selectUserNames(
  db: Db,
  { ids, texts }: { ids?: readonly number[]; texts?: readonly string[] },
): Promise<{ id: number; user_name: string }[]> {
  const condition = ids
    ? sql<SqlBool>`id = any(${ids}::int[])`
    : sql<SqlBool>`lower(user_name) = any(${(texts ?? []).map((text) => text.toLowerCase())}::text[])`;
  return db.selectFrom('app_user').select(['id', 'user_name']).where(condition).execute();
}

/** Removes a record type from all users that it is assigned to. */
export async function deleteUserRecordType(db: Db, type: string): Promise<void> {
  await db.deleteFrom('user_record_type').where('record_type', '=', type).execute();
}
