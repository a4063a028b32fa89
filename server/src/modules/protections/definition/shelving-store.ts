import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Shelves protections. Those already shelved get the new end, reason and user. */
export async function upsertShelvings(
  db: Db,
  protectionIds: readonly number[],
  { until, reason, userId }: { until: Date; reason: string; userId: number },
): Promise<void> {
  await sql`
    insert into shelving (protection_id, until, user_id, reason)
    select id, ${until}, ${userId}, ${reason} from unnest(${protectionIds}::int[]) as id
    on conflict (protection_id) do update set until = excluded.until, user_id = excluded.user_id,
      reason = excluded.reason`.execute(db);
}

export async function deleteShelvings(db: Db, protectionIds: readonly number[]): Promise<void> {
  await sql`delete from shelving where protection_id = any(${protectionIds}::int[])`.execute(db);
}
