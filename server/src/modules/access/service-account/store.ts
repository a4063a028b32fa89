import { expiryNotice, type ServiceScope } from '@twinward/contracts/access/service-account';
import type { ListRequest } from '@twinward/contracts/core/list';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

/** An account expires with its newest token. */
const expiresAt = sql<Date | null>`(select max(expires_at) from service_token t where t.user_id = service_account.user_id)`;

const state = sql<'active' | 'expiring' | 'expired' | 'revoked'>`(case
  when ${expiresAt} is null then 'revoked'
  when ${expiresAt} <= now() then 'expired'
  when ${expiresAt} <= now() + ${`${expiryNotice} days`}::interval then 'expiring'
  else 'active' end)`;

/** Latest expiry of the tokens other than the newest. */
const replacedUntil = sql<Date | null>`(
  select max(t.expires_at) from service_token t
  where t.user_id = service_account.user_id and t.expires_at > now()
    and t.id < (select max(n.id) from service_token n where n.user_id = t.user_id))`;

function selectAccounts(db: Db) {
  return db
    .selectFrom('service_account')
    .innerJoin('app_user', 'app_user.id', 'service_account.user_id')
    .select([
      'app_user.id',
      'user_name',
      'description',
      'scopes',
      'service_account.created_by',
      'service_account.created_at',
      'last_used_at',
      expiresAt.as('expires_at'),
      replacedUntil.as('replaced_until'),
      state.as('state'),
      sql<string[]>`array(
        select group_name from user_group_member m where m.user_id = app_user.id order by 1)`.as('groups'),
      sql<string[]>`array(
        select record_type from user_record_type r where r.user_id = app_user.id order by 1)`.as(
        'record_types',
      ),
    ]);
}
export type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>['execute']>>[number];

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`app_user.id` },
    Name: { type: 'C', sql: sql`user_name` },
    Description: { type: 'C', sql: sql`description` },
    State: { type: 'C', sql: state },
    ExpiresAt: { type: 'D', sql: expiresAt },
    LastUsedAt: { type: 'D', sql: sql`last_used_at` },
    CreatedAt: { type: 'D', sql: sql`service_account.created_at` },
  },
  key: sql`app_user.id`,
  defaultSort: [{ field: 'Name', direction: 'Ascending' }],
};

export function selectAccountPage(db: Db, request: ListRequest) {
  return findPage(selectAccounts(db), compileList(request, list));
}

export async function selectAccount(db: Db, id: number): Promise<AccountRow | null> {
  return (await selectAccounts(db).where('app_user.id', '=', id).executeTakeFirst()) ?? null;
}

/** Locks an account's row (`FOR UPDATE`), to serialize changes of the account. */
export async function lockAccount(db: Db, id: number): Promise<void> {
  await db.selectFrom('service_account').select('user_id').where('user_id', '=', id).forUpdate().execute();
}

export async function insertAccount(
  db: Db,
  account: { user_id: number; description: string; scopes: string[]; created_by: string },
): Promise<void> {
  await db.insertInto('service_account').values(account).execute();
}

export async function updateAccountRow(
  db: Db,
  id: number,
  change: { description: string; scopes: string[] },
): Promise<void> {
  await db.updateTable('service_account').set(change).where('user_id', '=', id).execute();
}

export async function insertToken(
  db: Db,
  token: { user_id: number; token_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db.insertInto('service_token').values(token).execute();
}

/** Limits the newest token to a number of hours, and deletes older tokens. */
export async function endTokens(db: Db, userId: number, keepHours: number): Promise<void> {
  await sql`delete from service_token where user_id = ${userId} and (
    ${keepHours}::int = 0 or expires_at <= now()
    or id < (select max(id) from service_token where user_id = ${userId}))`.execute(db);
  await sql`update service_token set expires_at = least(expires_at, now() + make_interval(hours => ${keepHours}::int))
    where user_id = ${userId}`.execute(db);
}

export async function deleteTokens(db: Db, userId: number): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('service_token')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows;
}

/** Selects the account of a valid token; null otherwise. */
export async function selectByToken(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom('service_token')
    .innerJoin('service_account', 'service_account.user_id', 'service_token.user_id')
    .select(['service_account.user_id', 'scopes', 'service_token.created_at', 'service_token.expires_at'])
    .select(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('is_use_outdated'))
    .where('token_hash', '=', tokenHash)
    .where('service_token.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ? { ...row, scopes: row.scopes as ServiceScope[] } : null;
}

export async function updateLastUsed(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('service_account')
    .set({ last_used_at: sql`now()` })
    .where('user_id', '=', userId)
    .execute();
}
