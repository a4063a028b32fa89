import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Notes the latest point that was pushed over a connection, unless a later one is noted. @param time epoch milliseconds */
export async function notePushed(db: Db, id: number, time: number): Promise<void> {
  const latest = sql`to_timestamp(${time} / 1000.0)`;
  await sql`
    update connection_state set last_point_time = ${latest}, lag_seconds = extract(epoch from now() - ${latest})
    where connection_id = ${id} and (last_point_time is null or last_point_time < ${latest})`.execute(db);
}
