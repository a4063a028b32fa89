import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { PasskeyTable } from '../../../platform/database/generated/rows.ts';

export async function selectTotp(db: Db, userId: number) {
  const row = await db.selectFrom('totp_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row ?? null;
}

export async function upsertTotp(db: Db, userId: number, secret: string, lastStep: number): Promise<void> {
  const values = { secret, last_step: lastStep, created_at: new Date(), last_used_at: null };
  await db
    .insertInto('totp_factor')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Consumes a time step and all earlier ones. @returns false if it was already used. */
export async function updateLastStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factor')
    .set({ last_step: step, last_used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Selects the encrypted secrets of all authenticator apps. */
export const selectTotpSecrets = (db: Db) =>
  db.selectFrom('totp_factor').select(['user_id', 'secret']).execute();

/** Replaces an encrypted secret unless it changed meanwhile. @returns whether it was replaced. */
export async function updateTotpSecret(
  db: Db,
  userId: number,
  old: string,
  secret: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factor')
    .set({ secret })
    .where('user_id', '=', userId)
    .where('secret', '=', old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether it existed. */
export async function deleteTotp(db: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('totp_factor')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function selectPasskeys(db: Db, userId: number) {
  return db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** @returns false if the credential is already registered. */
export async function insertPasskey(db: Db, passkey: Insertable<PasskeyTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Records a use of a passkey. @returns false if its counter was increased meanwhile. */
export async function updateCounter(db: Db, id: number, old: number, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('counter', '=', old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns the name of the passkey; null if the user has no passkey with the id. */
export async function deletePasskey(db: Db, userId: number, id: number): Promise<string | null> {
  const row = await db
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function deletePasskeys(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute();
}

export async function replaceRecoveryCodes(db: Db, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Consumes a recovery code. @returns whether the user had the code. */
export async function deleteRecoveryCode(db: Db, userId: number, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the user's factors, without recovery codes. */
export async function countFactors(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from totp_factor where user_id = ${userId})
      + (select count(*) from passkey where user_id = ${userId}) as count`.execute(db);
  return rows[0]!.count;
}

/** Locks the user's row (`FOR UPDATE`), to serialize changes of the user's factors. */
export async function lockUser(db: Db, userId: number): Promise<void> {
  await db.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute();
}
