import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { SessionTable } from '../../../platform/database/generated/rows.ts';

export async function insertSession(db: Db, session: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(session).execute();
}

export async function selectUserSessions(db: Db, userId: number) {
  return db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('public_id')
    .execute();
}

/** Returns whether the user had the session. */
export async function deleteSessionByPublicId(db: Db, userId: number, publicId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the sessions of a user except `kept`. @returns the number of deleted sessions. */
export async function deleteUserSessions(db: Db, userId: number, kept: Buffer | null): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(kept !== null, (query) => query.where('id_hash', '!=', kept!))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes the sessions of all users except some, and except `kept`. @returns the user of each deleted session. */
export async function deleteAllSessions(
  db: Db,
  kept: Buffer,
  exceptUserIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .deleteFrom('session')
    .where('id_hash', '!=', kept)
    .where(sql<SqlBool>`user_id <> all(${exceptUserIds}::int[])`)
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

export async function updateExpiry(db: Db, idHash: Buffer, expiresAt: Date): Promise<void> {
  await db.updateTable('session').set({ expires_at: expiresAt }).where('id_hash', '=', idHash).execute();
}

/** @returns the id of its user; null if it does not exist. */
export async function deleteSession(db: Db, idHash: Buffer): Promise<number | null> {
  const row = await db
    .deleteFrom('session')
    .where('id_hash', '=', idHash)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', sql<Date>`now()`).execute();
}
