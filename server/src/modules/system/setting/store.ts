import type { Db } from '../../../platform/database/database.ts';

/** Selects the value of a user's setting; undefined if it was never set. */
export async function selectUserSetting(db: Db, userId: number, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('user_setting')
    .select('value')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export async function upsertUserSetting(db: Db, userId: number, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('user_setting')
    .values({ user_id: userId, name, value: text })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value: text }))
    .execute();
}

/** Selects the value of a tenant's setting; undefined if it was never set. */
export async function selectSystemSetting(db: Db, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('system_setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export async function upsertSystemSetting(db: Db, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('system_setting')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute();
}

/** Selects the values of a setting of all users. */
export function selectUserSettings(db: Db, name: string): Promise<{ user_id: number; value: unknown }[]> {
  return db.selectFrom('user_setting').select(['user_id', 'value']).where('name', '=', name).execute();
}
