import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** The inputs of active protections that have an expected interval, and their tags. */
const watchedInputs = sql`
    tag
    join protection_input on protection_input.tag_id = tag.id
    join protection on protection.id = protection_input.protection_id and protection.active
    join protection_alias on protection_alias.protection_id = protection.id
      and coalesce(settings ->> 'expectedInterval', '') <> ''
      and coalesce(settings ->> 'intervalType', '') <> 'counter'
    join tag_alias on tag_alias.id = protection_alias.tag_alias_id and tag_alias.name = protection_input.alias`;

/** Selects the expected intervals (ISO 8601) of watched inputs that groups of connections feed, by group. */
export async function selectExpectedIntervals(
  db: Db,
  groupIds: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ groupId: number; intervals: string[] }>`
    select connection_group_id as "groupId", array_agg(distinct settings ->> 'expectedInterval') as intervals
    from ${watchedInputs}
    where connection_group_id = any(${groupIds}::int[])
    group by 1`.execute(db);
  return new Map(rows.map(({ groupId, intervals }) => [groupId, intervals]));
}

/** Selects the watched inputs that groups of connections feed, by connection: `Flow of Pump 7`. */
export async function selectWatchedInputs(
  db: Db,
  connectionIds: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ connectionId: number; inputs: string[] }>`
    select connection.id as "connectionId",
      array_agg(distinct tag_alias.name || ' of ' || asset.asset_name) as inputs
    from ${watchedInputs}
    join connection on connection.connection_group_id = tag.connection_group_id
    join twin on twin.id = protection.twin_id
    join asset on asset.id = twin.asset_id
    where connection.id = any(${connectionIds}::int[])
    group by 1`.execute(db);
  return new Map(rows.map(({ connectionId, inputs }) => [connectionId, inputs]));
}
