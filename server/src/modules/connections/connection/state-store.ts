import type { ConnectionState } from '@twinward/contracts/connections/connection';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** A runner's report on a connection; omitted fields stay unchanged. */
export interface StateReport {
  connectionId: number;
  /** Of the connection when the run began. */
  starts: number;
  /** The states since the previous report, oldest first. */
  states: { time: Date; state: ConnectionState; message: string }[];
  retryAt?: Date | null | undefined;
  error?: { message: string; time: Date };
  lastPointTime?: Date;
  lagSeconds?: number | undefined;
  clockSeconds?: number | undefined;
  pointsPerSecond?: number | undefined;
  certificateEnd?: Date;
  isQuiet?: boolean | undefined;
}

/** The state of a connection before a report. */
export interface StateBefore {
  name: string;
  state: ConnectionState;
  message: string;
  certificateNoticed: Date | null;
}

/** Locks the states of connections; those of deleted connections are omitted. */
export async function lockStates(db: Db, ids: readonly number[]): Promise<Map<number, StateBefore>> {
  const { rows } = await sql<StateBefore & { id: number }>`
    select connection_id as id, name, state, message, certificate_noticed as "certificateNoticed"
    from connection_state join connection on connection.id = connection_id
    where connection_id = any(${ids}::int[])
    order by connection_id for update of connection_state`.execute(db);
  return new Map(rows.map(({ id, ...before }) => [id, before]));
}

/**
 * @param reports of connections whose states are locked; `certificateNoticed` is the certificate end of which users are
 *   notified now
 */
export async function updateStates(
  db: Db,
  reports: readonly { report: StateReport; certificateNoticed: Date | null }[],
): Promise<void> {
  const rows = reports.map(({ report, certificateNoticed }) => {
    const latest = report.states.at(-1);
    return {
      connection_id: report.connectionId,
      starts: report.starts,
      state: latest?.state ?? null,
      message: latest?.message ?? null,
      since: latest?.time ?? null,
      sets_retry: report.retryAt !== undefined,
      retry_at: report.retryAt ?? null,
      last_error: report.error?.message ?? null,
      last_error_time: report.error?.time ?? null,
      last_point_time: report.lastPointTime ?? null,
      lag_seconds: report.lagSeconds ?? null,
      clock_seconds: report.clockSeconds ?? null,
      points_per_second: report.pointsPerSecond ?? null,
      certificate_end: report.certificateEnd ?? null,
      certificate_noticed: certificateNoticed,
    };
  });
  await sql`
    update connection_state as present set
      starts = given.starts,
      since = case when (coalesce(given.state, present.state), coalesce(given.message, present.message))
        is distinct from (present.state, present.message) then given.since else present.since end,
      state = coalesce(given.state, present.state),
      message = coalesce(given.message, present.message),
      retry_at = case when given.sets_retry then given.retry_at else present.retry_at end,
      last_error = coalesce(given.last_error, present.last_error),
      last_error_time = coalesce(given.last_error_time, present.last_error_time),
      last_point_time = greatest(given.last_point_time, present.last_point_time),
      lag_seconds = coalesce(given.lag_seconds, present.lag_seconds),
      clock_seconds = coalesce(given.clock_seconds, present.clock_seconds),
      points_per_second = coalesce(given.points_per_second, present.points_per_second),
      certificate_end = case when present.starts = given.starts
        then coalesce(given.certificate_end, present.certificate_end) else given.certificate_end end,
      certificate_noticed = coalesce(given.certificate_noticed, present.certificate_noticed),
      reported_at = now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(
      connection_id int, starts int, state text, message text, since timestamptz, sets_retry boolean,
      retry_at timestamptz, last_error text, last_error_time timestamptz, last_point_time timestamptz,
      lag_seconds double precision, clock_seconds double precision, points_per_second double precision,
      certificate_end timestamptz, certificate_noticed timestamptz)
    where present.connection_id = given.connection_id`.execute(db);
}

/**
 * Adds states and keeps the last 100 of each connection.
 * @returns whether any differs from the one before it
 */
export async function insertStatuses(
  db: Db,
  reports: readonly StateReport[],
  before: ReadonlyMap<number, StateBefore>,
): Promise<boolean> {
  const rows = reports.flatMap(({ connectionId, states }) => {
    let last: { state: string; message: string } = before.get(connectionId)!;
    return states.flatMap(({ time, state, message }) => {
      const isOther = state !== last.state || message !== last.message;
      last = { state, message };
      return isOther ? [{ connection_id: connectionId, time, state, message }] : [];
    });
  });
  if (rows.length === 0) return false;
  await db.insertInto('connection_status').values(rows).execute();
  await sql`
    delete from connection_status using (
      select id, row_number() over (partition by connection_id order by id desc) as place from connection_status
      where connection_id = any(${[...new Set(rows.map((row) => row.connection_id))]}::int[])
    ) as placed
    where connection_status.id = placed.id and place > 100`.execute(db);
  return true;
}

/** What is in the spool of a process at the plant. */
export interface SpoolSize {
  points: number;
  bytes: number;
  limit: number;
}

/** Records that a process at the plant polls for work. */
export async function recordSeen(db: Db, connectionId: number, spool: SpoolSize): Promise<void> {
  await sql`
    update connection_state set seen_at = now(), spool_points = ${spool.points}, spool_bytes = ${spool.bytes},
      spool_limit = ${spool.limit}
    where connection_id = ${connectionId}`.execute(db);
}

/**
 * Stores the result of the last export of a connection's tags.
 * @param end the number of exported tags, or the error
 */
export async function recordTagExport(
  db: Db,
  connectionId: number,
  end: { tags: number } | { error: string },
): Promise<void> {
  await db
    .updateTable('connection_state')
    .set({
      tags_exported_at: sql`now()`,
      tags_exported: 'tags' in end ? end.tags : null,
      tags_export_error: 'error' in end ? end.error : null,
    })
    .where('connection_id', '=', connectionId)
    .execute();
}

/** Whether a process at the plant polled for work in the last minute. */
export async function isSeen(db: Db, connectionId: number): Promise<boolean> {
  const { rows } = await sql`
    select from connection_state
    where connection_id = ${connectionId} and seen_at > now() - interval '1 minute'`.execute(db);
  return rows.length > 0;
}
