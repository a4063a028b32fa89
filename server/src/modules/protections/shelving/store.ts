import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** A protection, and how it is shelved. */
export interface ShelvedRow {
  id: number;
  name: string;
  twin_id: number;
  /** Null, like the reason, while it is not shelved. */
  until: Date | null;
  reason: string | null;
}

/**
 * Those of the protections that there are, in the order of their ids. Whoever shelves them or takes them back, or
 * evaluates on what was before, waits until the transaction ends.
 */
export async function lockShelved(db: Db, ids: readonly number[]): Promise<ShelvedRow[]> {
  const twinIds = sql`(select twin_id from protection where id = any(${ids}::int[]))`;
  await sql`select id from twin where id in ${twinIds} order by id for update`.execute(db);
  // The evaluation reads a snapshot: only by a row that was written since does it notice that it must begin anew.
  await sql`update twin set level = level where id in ${twinIds}`.execute(db);
  const { rows } = await sql<ShelvedRow>`
    select id, name, twin_id, until, reason from protection left join shelving on protection_id = id
    where id = any(${ids}::int[]) order by id`.execute(db);
  return rows;
}

/** Some of the protections whose time on the shelf is over. */
export async function findExpired(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select protection_id as id from shelving where until <= now() order by until limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
