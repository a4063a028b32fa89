import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Takes a lock for the file of a check, so that only one transaction at a time starts its import. */
export async function lockCheck(db: Db, checkId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('row import'), hashtext(${checkId}))`.execute(db);
}
