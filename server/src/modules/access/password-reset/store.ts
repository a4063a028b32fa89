import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Counts the tokens sent to the user since a time. */
export async function countResetsSince(db: Db, userId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('password_reset')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts the hash of a token, and invalidates the user's earlier tokens. */
export async function insertReset(db: Db, userId: number, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await db
    .updateTable('password_reset')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  await db
    .insertInto('password_reset')
    .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt })
    .execute();
}

/** Claims a token once. @returns its user's id; null if it is unknown, used or expired. */
export async function claimReset(db: Db, tokenHash: Buffer): Promise<number | null> {
  const row = await db
    .updateTable('password_reset')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function deleteOldResets(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('password_reset').where('created_at', '<', before).execute();
}
