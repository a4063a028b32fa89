import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Points that were pushed through a connection. */
interface PushedPoints {
  count: number;
  /** Time of the latest one, epoch milliseconds; null if none was stored. */
  lastTime: number | null;
}

const thisMinute = sql`date_trunc('minute', now())`;
const previousMinute = sql`${thisMinute} - interval '1 minute'`;

/**
 * Counts points that were pushed through a connection, and records the time of the latest one unless a later one is
 * recorded.
 */
export async function updatePushState(db: Db, id: number, { count, lastTime }: PushedPoints): Promise<void> {
  const latest = lastTime === null ? sql`null` : sql`to_timestamp(${lastTime} / 1000.0)`;
  const isLater = sql`${latest} > coalesce(last_point_time, '-infinity')`;
  await sql`
    update connection_state set pushed_minute = ${thisMinute},
      pushed_points = case when pushed_minute = ${thisMinute} then pushed_points else 0 end + ${count},
      pushed_points_before = case pushed_minute
        when ${thisMinute} then pushed_points_before when ${previousMinute} then pushed_points else 0 end,
      last_point_time = case when ${isLater} then ${latest} else last_point_time end,
      lag_seconds = case when ${isLater} then extract(epoch from now() - ${latest}) else lag_seconds end
    where connection_id = ${id}`.execute(db);
}

/** Points pushed in the last minute, estimated: those of this minute, and a share of those of the minute before. */
const pushedInMinute = sql`(case pushed_minute
  when ${thisMinute} then pushed_points + pushed_points_before * (1 - extract(second from now()) / 60)
  when ${previousMinute} then pushed_points * (1 - extract(second from now()) / 60) else 0 end)`;

/** Points per second over the last minute, both read and pushed. */
export const pointsPerSecond = sql<number>`
  (connection_state.points_per_second + round(${pushedInMinute}::numeric / 60, 2))::float8`;
