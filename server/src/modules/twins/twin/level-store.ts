import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { lockTwins } from './store.ts';

export interface TwinLevel {
  twinId: number;
  /** 0 to 1000; null where nothing was evaluated. */
  level: number | null;
}

/** Stores the levels of twins where they changed. The caller has locked the twins. */
export async function updateLevels(db: Db, levels: readonly TwinLevel[]): Promise<void> {
  await sql`
    update twin set level = changed.level
    from unnest(${levels.map(({ twinId }) => twinId)}::int[], ${levels.map(({ level }) => level)}::smallint[])
      as changed (id, level)
    where twin.id = changed.id and twin.level is distinct from changed.level`.execute(db);
}

/**
 * Locks twins with a no-op update: a transaction with an older snapshot then fails when it locks them, and is retried,
 * instead of storing a level from that snapshot.
 */
export async function lockLevels(db: Db, ids: readonly number[]): Promise<void> {
  await lockTwins(db, ids);
  await sql`update twin set level = level where id = any(${ids}::int[])`.execute(db);
}
