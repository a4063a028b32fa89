import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { EmailChangeTable } from '../../../platform/database/generated/rows.ts';

/** Inserts a change, replacing an earlier unconfirmed one. */
export async function upsertEmailChange(db: Db, change: Insertable<EmailChangeTable>): Promise<void> {
  const { user_id: _, ...rest } = change;
  await db
    .insertInto('email_change')
    .values(change)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
    .execute();
}

export async function selectEmailChange(db: Db, userId: number) {
  const row = await db
    .selectFrom('email_change')
    .select(['email', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteEmailChangeRow(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('email_change').where('user_id', '=', userId).execute();
}

/** Deletes a change by its token, and returns it; null if it does not exist or has expired. */
export async function claimEmailChange(db: Db, tokenHash: Buffer) {
  const row = await db
    .deleteFrom('email_change')
    .where('token_hash', '=', tokenHash)
    .returning(['user_id', 'email', 'expires_at', sql<boolean>`expires_at > now()`.as('current')])
    .executeTakeFirst();
  return row?.current ? row : null;
}
