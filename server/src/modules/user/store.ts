import { type Expression, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { AppUserTable } from './tables.ts';

/** Names of the groups of the user whose id the expression yields. */
function groupsOf(userId: Expression<unknown>) {
  return sql<string[]>`array(select group_name from user_group_member where user_id = ${userId} order by 1)`;
}

/** Record types assigned to the user directly or by a group. */
function recordTypesOf(userId: Expression<unknown>) {
  return sql<string[]>`array(
    select record_type from user_record_type where user_id = ${userId}
    union
    select record_type from group_record_type join user_group_member using (group_name) where user_id = ${userId}
    order by 1)`;
}

export async function findUser(db: Db, id: number) {
  const row = await db
    .selectFrom('app_user')
    .selectAll()
    .select((eb) => [groupsOf(eb.ref('id')).as('groups'), recordTypesOf(eb.ref('id')).as('record_types')])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** By the name, without regard to case. */
export async function findSignIn(db: Db, userName: string) {
  const row = await db
    .selectFrom('app_user')
    .select(['id', 'user_name', 'password_hash', 'enabled', 'allow_direct_login'])
    .where(sql`lower(user_name)`, '=', sql`lower(${userName})`)
    .executeTakeFirst();
  return row ?? null;
}

/** By the name, or else by an e-mail address that only one user has; without regard to case. */
export async function findByNameOrEmail(db: Db, text: string) {
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

export async function findPasswordHash(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('app_user').select('password_hash').where('id', '=', id).executeTakeFirst();
  return row?.password_hash ?? null;
}

export async function updateUserRow(db: Db, id: number, change: Updateable<AppUserTable>): Promise<void> {
  await db.updateTable('app_user').set(change).where('id', '=', id).execute();
}

export interface NewUser {
  userName: string;
  firstName: string;
  lastName: string;
  isAdmin: boolean;
  systemUser: boolean;
  passwordHash: string | null;
}

/** The new user's id; null when the name is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<number | null> {
  const row = await db
    .insertInto('app_user')
    .values({
      user_name: user.userName,
      first_name: user.firstName,
      last_name: user.lastName,
      is_admin: user.isAdmin,
      system_user: user.systemUser,
      password_hash: user.passwordHash,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(user_name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
