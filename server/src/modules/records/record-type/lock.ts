import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/**
 * Locks the definition of a type (advisory lock, shared), so that saved records match the definition at commit. Saves
 * do not block each other. A change of the type waits for saves, and saves wait for the change.
 */
export async function lockTypeShared(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('record type'), hashtext(lower(${name})))`.execute(
    db,
  );
}

/**
 * Locks a type exclusively (advisory lock): waits for saves of its records, and blocks others until the transaction
 * ends.
 */
export async function lockType(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('record type'), hashtext(lower(${name})))`.execute(db);
}
