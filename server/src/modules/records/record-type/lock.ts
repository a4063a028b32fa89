import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/**
 * Holds the definition of a type until the transaction ends, so that what is saved is checked against the definition that
 * holds when it commits. Saves do not wait for one another; a change of the type waits for them, and they for it.
 */
export async function holdType(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('record type'), hashtext(lower(${name})))`.execute(
    db,
  );
}

/** Waits for the saves of the type's records, and holds off others until the transaction ends. */
export async function lockType(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('record type'), hashtext(lower(${name})))`.execute(db);
}
