import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { lockTwinLevels } from '../../twins/twin/service.ts';

/** A protection, and how it is shelved. */
export interface ShelvedRow {
  id: number;
  name: string;
  twin_id: number;
  /** Null, like the reason, while the protection is not shelved. */
  until: Date | null;
  reason: string | null;
}

/**
 * Returns the existing protections among these by id, and locks the levels of their twins against concurrent shelving
 * and evaluation.
 */
export async function lockShelved(db: Db, ids: readonly number[]): Promise<ShelvedRow[]> {
  const { rows: twins } = await sql<{ id: number }>`
    select distinct twin_id as id from protection where id = any(${ids}::int[])`.execute(db);
  await lockTwinLevels(
    db,
    twins.map(({ id }) => id),
  );
  const { rows } = await sql<ShelvedRow>`
    select id, name, twin_id, until, reason from protection left join shelving on protection_id = id
    where id = any(${ids}::int[]) order by id`.execute(db);
  return rows;
}

/** Selects some of the protections whose shelving has expired. */
export async function selectExpired(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select protection_id as id from shelving where until <= now() order by until limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
