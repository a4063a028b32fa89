import type { ConnectionState } from '@twinward/contracts/connections/connection';
import { sql } from 'kysely';
import { LeaseLost, leaseLength } from '../../../connectors/host/ports.ts';
import type { Db } from '../../../platform/database/database.ts';

/** A group of connections, as a runner of connections sees it. */
export interface GroupRow {
  id: number;
  /** Whether another runner has the lease. */
  isHeldByAnother: boolean;
  /** Ranges of history that are open. */
  backfills: number;
  connections: {
    id: number;
    state: ConnectionState;
    message: string;
    /** Whether a person acted since the state was reported. */
    isOutdated: boolean;
    /** Epoch milliseconds. */
    retryAt: number | null;
    /** Source time of the latest point; epoch milliseconds. */
    lastPointTime: number | null;
    /** Whether a process at the plant asked for its work in the last minute. */
    isSeen: boolean;
    /** When one did so last, epoch milliseconds; null: none ever did. */
    seenAt: number | null;
  }[];
}

/** Whether a connection is one of those that a runner runs. */
export const runsWith = (plant: PlantScope | null) =>
  plant ? sql`connection.id = ${plant.connectionId}` : sql`place = 'server'`;

/** A connection that runs at the plant. */
export interface PlantScope {
  groupId: number;
  connectionId: number;
}

/**
 * Groups with the states of their connections, and how many requests wait for this runner.
 * @param plant the connection that the runner runs at the plant; null: it runs those of the server
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
 * Takes the lease of a group that no other runner has. The fence counts up with each change of runner or connection.
 * @returns false when another runner has it
 */
export async function takeLease(
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

/** A run of a connection, as the lease of its group knows it. */
export interface Fence {
  groupId: number;
  runner: string;
  connectionId: number;
}

/** Holds the lease until the transaction ends. @throws LeaseLost unless the run still has it */
export async function holdLease(db: Db, { groupId, runner, connectionId }: Fence): Promise<void> {
  const { rows } = await sql`
    select from connection_group where id = ${groupId} and runner = ${runner}::uuid
      and connection_id = ${connectionId} and lease_until > now() for share`.execute(db);
  if (rows.length === 0) throw new LeaseLost('The lease of the connection was lost.');
}

/**
 * Renews leases: those that transactions hold come last, so that a long one makes no other end.
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

/** Gives a lease up, so that another runner needs not wait for its end. */
export async function releaseLease(db: Db, groupId: number, runner: string): Promise<void> {
  await sql`update connection_group set runner = null, lease_until = null
    where id = ${groupId} and runner = ${runner}::uuid`.execute(db);
}

/** Source time up to which a group is stored, in epoch milliseconds; null: it never ran. */
export async function selectLiveUntil(db: Db, groupId: number): Promise<number | null> {
  const row = await db
    .selectFrom('connection_group')
    .select('live_until')
    .where('id', '=', groupId)
    .executeTakeFirst();
  return row?.live_until?.getTime() ?? null;
}

/** It only goes forward. */
export async function advanceLiveUntil(db: Db, groupId: number, liveUntil: number): Promise<void> {
  const time = new Date(liveUntil);
  await sql`update connection_group set live_until = ${time}
    where id = ${groupId} and (live_until is null or live_until < ${time})`.execute(db);
}
