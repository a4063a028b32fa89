import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** The expected intervals (ISO 8601) of the watched inputs that groups of connections feed, by group. */
export async function listExpectedIntervals(
  db: Db,
  groupIds: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ groupId: number; intervals: string[] }>`
    select connection_group_id as "groupId", array_agg(distinct settings ->> 'expectedInterval') as intervals
    from tag
    join protection_input on protection_input.tag_id = tag.id
    join protection on protection.id = protection_input.protection_id and protection.active
    join protection_alias on protection_alias.protection_id = protection.id
    join tag_alias on tag_alias.id = protection_alias.tag_alias_id and tag_alias.name = protection_input.alias
    where connection_group_id = any(${groupIds}::int[])
      and coalesce(settings ->> 'expectedInterval', '') <> ''
      and coalesce(settings ->> 'intervalType', '') <> 'counter'
    group by 1`.execute(db);
  return new Map(rows.map(({ groupId, intervals }) => [groupId, intervals]));
}
