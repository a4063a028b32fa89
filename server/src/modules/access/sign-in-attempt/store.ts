import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

export type FailureKind = 'pair' | 'name' | 'address';

export interface FailureKey {
  kind: FailureKind;
  userName: string;
  address: string;
}

export interface Failure extends FailureKey {
  failures: number;
  /** Epoch milliseconds */
  lastAt: number;
  blockedUntil: number | null;
}

/**
 * Locks the rows of the keys in key order, and inserts missing ones. `now` is the database's clock, in epoch
 * milliseconds.
 */
export async function lockFailures(
  db: Db,
  keys: readonly FailureKey[],
): Promise<{ now: number; rows: Failure[] }> {
  const rows = await db
    .insertInto('sign_in_failure')
    .values(keys.map(({ kind, userName, address }) => ({ kind, user_name: userName, address })))
    // A no-op update locks the row and returns it.
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'user_name', 'address'])
        .doUpdateSet({ kind: sql<FailureKind>`excluded.kind` }),
    )
    .returningAll()
    .returning(sql<Date>`clock_timestamp()`.as('now'))
    .execute();
  return {
    now: rows[0]!.now.getTime(),
    rows: rows.map((row) => ({
      kind: row.kind,
      userName: row.user_name,
      address: row.address,
      failures: row.failures,
      lastAt: row.last_at.getTime(),
      blockedUntil: row.blocked_until?.getTime() ?? null,
    })),
  };
}

function isAnyKey(keys: readonly FailureKey[]) {
  const tuples = keys.map(({ kind, userName, address }) => sql`(${kind}, ${userName}, ${address})`);
  return sql<SqlBool>`(kind, user_name, address) in (${sql.join(tuples)})`;
}

export async function updateFailure(
  db: Db,
  { kind, userName, address }: FailureKey,
  failures: number,
  blockedUntil: Date | null,
): Promise<void> {
  await db
    .updateTable('sign_in_failure')
    .set({ failures, last_at: sql<Date>`clock_timestamp()`, blocked_until: blockedUntil })
    .where('kind', '=', kind)
    .where('user_name', '=', userName)
    .where('address', '=', address)
    .execute();
}

/** Deletes the failures of a user at an address. The caller must hold the row lock. */
export async function deletePair(db: Db, { userName, address }: Omit<FailureKey, 'kind'>): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where('kind', '=', 'pair')
    .where('user_name', '=', userName.toLowerCase())
    .where('address', '=', address)
    .execute();
}

/** Reverts failures and the delay that they started. The caller must hold the row locks. */
export async function releaseFailures(db: Db, keys: readonly FailureKey[], count: number): Promise<void> {
  await db
    .updateTable('sign_in_failure')
    .set({ failures: sql<number>`greatest(failures - ${count}::int, 0)`, blocked_until: null })
    .where(isAnyKey(keys))
    .execute();
}

/** Deletes all failures of a user name. Returns whether there were any. */
export async function deleteSignInFailures(db: Db, userName: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_failure')
    .where('user_name', '=', userName.toLowerCase())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function isKnownAddress(db: Db, userId: number, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_address')
    .select('address')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .executeTakeFirst();
  return row !== undefined;
}

export async function upsertAddress(db: Db, userId: number, address: string): Promise<void> {
  await db
    .insertInto('sign_in_address')
    .values({ user_id: userId, address })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'address']).doUpdateSet({ last_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Deletes failures and addresses last seen before these times. */
export async function deleteOldFailures(db: Db, failuresBefore: Date, addressesBefore: Date): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('last_at', '<', failuresBefore).execute();
  await db.deleteFrom('sign_in_address').where('last_at', '<', addressesBefore).execute();
}
