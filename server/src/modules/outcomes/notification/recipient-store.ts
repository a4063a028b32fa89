import type { Recipient } from '@twinward/contracts/advisories/notification';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Selects the enabled administrators. */
export async function selectAdministrators(db: Db): Promise<Recipient[]> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where enabled and (is_admin or exists (
      select from user_group_member where user_id = app_user.id and group_name = 'ADMINISTRATORS'))
    order by id`.execute(db);
  return rows.map(({ id }) => ({ type: 'user', id }));
}

/** Selects the enabled administrators and connection managers. */
export async function selectConnectionManagers(db: Db): Promise<Recipient[]> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where enabled and (is_admin or exists (
      select from user_group_member where user_id = app_user.id
        and group_name in ('ADMINISTRATORS', 'CONNECTION_MANAGERS')))`.execute(db);
  return rows.map(({ id }) => ({ type: 'user', id }));
}

/** Selects the administrators and further users. */
export async function selectAdministratorsAnd(db: Db, userIds: readonly number[]): Promise<Recipient[]> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where is_admin or id = any(${userIds}::int[]) or exists (
      select from user_group_member where user_id = app_user.id and group_name = 'ADMINISTRATORS')
    order by id`.execute(db);
  return rows.map(({ id }) => ({ type: 'user', id }));
}
