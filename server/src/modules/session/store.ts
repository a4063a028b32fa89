import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import './tables.ts';

export async function insertSession(db: Db, idHash: Buffer, userId: number, expiresAt: Date): Promise<void> {
  await db
    .insertInto('session')
    .values({ id_hash: idHash, user_id: userId, expires_at: expiresAt })
    .execute();
}

/** The user and end of a session that is not over; null otherwise. */
export async function readSession(db: Db, idHash: Buffer) {
  const row = await db
    .selectFrom('session')
    .select(['user_id', 'expires_at'])
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

export async function extendSession(db: Db, idHash: Buffer, expiresAt: Date): Promise<void> {
  await db.updateTable('session').set({ expires_at: expiresAt }).where('id_hash', '=', idHash).execute();
}

export async function deleteSession(db: Db, idHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', idHash).execute();
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', sql<Date>`now()`).execute();
}
