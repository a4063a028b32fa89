import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { TwinLevelChange } from './events.ts';
import { lockTwins } from './store.ts';

export interface TwinLevel {
  twinId: number;
  /** 0 to 1000; null if nothing was evaluated. */
  level: number | null;
  /** Time since when all protections at this level are silent; null if one of them is not. */
  silentSince: Date | null;
}

/**
 * Stores the levels of twins and the times since when they are silent, if they changed. The caller must have locked the
 * twins.
 * @returns the changes of levels.
 */
export async function updateLevels(db: Db, levels: readonly TwinLevel[]): Promise<TwinLevelChange[]> {
  const { rows } = await sql<TwinLevelChange>`
    update twin set level = changed.level, silent_since = changed.silent_since
    from twin as old, unnest(${levels.map(({ twinId }) => twinId)}::int[], ${levels.map(({ level }) => level)}::smallint[],
        ${levels.map(({ silentSince }) => silentSince)}::timestamptz[])
      as changed (id, level, silent_since)
    where twin.id = changed.id and old.id = changed.id
      and (twin.level, twin.silent_since) is distinct from (changed.level, changed.silent_since)
    returning twin.id as "twinId", old.level as before, twin.level`.execute(db);
  return rows.filter(({ before, level }) => before !== level);
}

/**
 * Locks twins with a no-op update: a transaction with an older snapshot then fails when it locks them, and is retried,
 * instead of storing a level from that snapshot.
 */
export async function lockLevels(db: Db, ids: readonly number[]): Promise<void> {
  await lockTwins(db, ids);
  await sql`update twin set level = level where id = any(${ids}::int[])`.execute(db);
}
