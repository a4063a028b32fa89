import type { ConnectionState } from '@twinward/contracts/connections/connection';
import { sql } from 'kysely';
import { LeaseLost, leaseLength } from '../../../connectors/host/ports.ts';
import type { Db } from '../../../platform/database/database.ts';

/** A group of connections, as a runner sees it. */
export interface GroupRow {
  id: number;
  /** Whether another runner has the lease. */
  isHeldByAnother: boolean;
  /** Number of open ranges of history. */
  backfills: number;
  connections: {
    id: number;
    state: ConnectionState;
    message: string;
    /** Whether a user acted since the state was reported. */
    isOutdated: boolean;
    /** Epoch milliseconds. */
    retryAt: number | null;
    /** Source time of the latest point; epoch milliseconds. */
    lastPointTime: number | null;
    /** Whether a process at the plant polled for work in the last minute. */
    isSeen: boolean;
    /** When a process at the plant last polled, epoch milliseconds; null if it never did. */
    seenAt: number | null;
  }[];
}

/** Whether a runner runs a connection. */
export const runsWith = (plant: PlantScope | null) =>
  plant ? sql`connection.id = ${plant.connectionId}` : sql`place = 'server'`;

/** A connection that runs at the plant. */
export interface PlantScope {
  groupId: number;
  connectionId: number;
}

/**
 * Selects groups with the states of their connections, and the number of requests that wait for this runner.
 * @param plant the connection that the runner runs at the plant; null for the connections of the server
 */
export async function selectGroups(
  db: Db,
  runner: string,
  plant: PlantScope | null,
): Promise<{ groups: GroupRow[]; waiting: number; canceled: string[] }> {
  const { rows } = await sql<{ groups: GroupRow[] | null; waiting: number; canceled: string[] | null }>`
    select (
      select json_agg(json_build_object(
        'id', connection_group.id,
        'isHeldByAnother', coalesce(lease_until > now() and runner is distinct from ${runner}::uuid, false),
        'backfills', (select count(*) from connection_backfill
          where connection_group_id = connection_group.id and error is null),
        'connections', (select json_agg(json_build_object(
            'id', connection.id,
            'state', coalesce(state, 'stopped'),
            'message', coalesce(message, ''),
            'isOutdated', connection_state.starts is distinct from connection.starts,
            'retryAt', extract(epoch from retry_at) * 1000,
            'lastPointTime', extract(epoch from last_point_time) * 1000,
            'isSeen', coalesce(seen_at > now() - interval '1 minute', false),
            'seenAt', extract(epoch from seen_at) * 1000))
          from connection left join connection_state on connection_id = connection.id
          where connection_group_id = connection_group.id
            and ${plant ? sql`connection.id = ${plant.connectionId}` : sql`true`})))
      from connection_group
      where ${
        plant
          ? sql`id = ${plant.groupId}`
          : sql`exists (
        select from connection where connection_group_id = connection_group.id)`
      }
    ) as groups,
    (select count(*) from connection_request join connection on connection.id = connection_id
      where state = 'waiting' and ${runsWith(plant)}) as waiting,
    (select json_agg(id) from connection_request where state = 'canceled' and runner = ${runner}::uuid
      and taken_at > now() - interval '2 minutes') as canceled`.execute(db);
  const [row] = rows;
  return { groups: row!.groups ?? [], waiting: row!.waiting, canceled: row!.canceled ?? [] };
}

/**
 * Acquires the lease of a group unless another runner has it. The fence is incremented with each change of runner or
 * connection.
 * @returns false if another runner has it
 */
export async function acquireLease(
  db: Db,
  groupId: number,
  runner: string,
  connectionId: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update connection_group set
      fence = fence + case when runner = ${runner}::uuid and connection_id = ${connectionId} then 0 else 1 end,
      runner = ${runner}::uuid, connection_id = ${connectionId},
      lease_until = now() + ${leaseLength} * interval '1 millisecond'
    where id = ${groupId} and (lease_until is null or lease_until <= now() or runner = ${runner}::uuid)`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Identifies a run of a connection in the lease of its group. */
export interface Fence {
  groupId: number;
  runner: string;
  connectionId: number;
}

/**
 * Locks the lease until the transaction ends.
 * @throws LeaseLost if the run no longer has it
 */
export async function lockLease(db: Db, { groupId, runner, connectionId }: Fence): Promise<void> {
  const { rows } = await sql`
    select from connection_group where id = ${groupId} and runner = ${runner}::uuid
      and connection_id = ${connectionId} and lease_until > now() for share`.execute(db);
  if (rows.length === 0) throw new LeaseLost('The lease of the connection was lost.');
}

/**
 * Renews leases, those locked by transactions last, so that a long transaction makes no other lease expire.
 * @returns the groups whose lease this runner still has
 */
export async function extendLeases(
  db: Db,
  groupIds: readonly number[],
  runner: string,
): Promise<Set<number>> {
  const free = await sql<{ id: number }>`
    update connection_group set lease_until = now() + ${leaseLength} * interval '1 millisecond'
    where runner = ${runner}::uuid and id in (
      select id from connection_group where id = any(${groupIds}::int[]) for no key update skip locked)
    returning id`.execute(db);
  const renewed = new Set(free.rows.map(({ id }) => id));
  const held = groupIds.filter((id) => !renewed.has(id));
  if (held.length === 0) return renewed;
  const { rows } = await sql<{ id: number }>`
    update connection_group set lease_until = now() + ${leaseLength} * interval '1 millisecond'
    where id = any(${held}::int[]) and runner = ${runner}::uuid
    returning id`.execute(db);
  for (const { id } of rows) renewed.add(id);
  return renewed;
}

/** Releases a lease, so that another runner need not wait until it expires. */
export async function releaseLease(db: Db, groupId: number, runner: string): Promise<void> {
  await sql`update connection_group set runner = null, lease_until = null
    where id = ${groupId} and runner = ${runner}::uuid`.execute(db);
}

/** Source time up to which the points of a group are stored, in epoch milliseconds; null if it never ran. */
export async function selectLiveUntil(db: Db, groupId: number): Promise<number | null> {
  const row = await db
    .selectFrom('connection_group')
    .select('live_until')
    .where('id', '=', groupId)
    .executeTakeFirst();
  return row?.live_until?.getTime() ?? null;
}

/** Never moves backwards. */
export async function advanceLiveUntil(db: Db, groupId: number, liveUntil: number): Promise<void> {
  const time = new Date(liveUntil);
  await sql`update connection_group set live_until = ${time}
    where id = ${groupId} and (live_until is null or live_until < ${time})`.execute(db);
}
