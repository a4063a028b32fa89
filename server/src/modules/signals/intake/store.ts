import type { ListRequest } from '@twinward/contracts/core/list';
import { type SqlBool, sql } from 'kysely';
import { toArrayParameter } from '../../../platform/database/array.ts';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { feedingConnectionId } from '../tag/service.ts';

/** The latest point of a source. */
export interface SeenSource {
  source: string;
  /** Epoch milliseconds. */
  time: number;
  value: number | null;
}

/** Maximum number of sources without a tag that are kept for a group. */
const maximumSources = 10_000;

/**
 * Records the latest points of sources that feed no tag. Skips sources that were recorded in the last 10 seconds,
 * ignored sources, and new sources beyond the maximum.
 * @param seen in the order of the sources, so that concurrent writers lock rows in the same order
 * @returns the number of new sources
 */
export async function upsertSources(db: Db, groupId: number, seen: readonly SeenSource[]): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with seen as (
      select source, to_timestamp(time / 1000.0) as time, value from unnest(
        ${seen.map(({ source }) => source)}::text[], ${toArrayParameter('bigint', seen, ({ time }) => time)},
        ${toArrayParameter('double precision', seen, ({ value }) => value ?? Number.NaN)}
      ) as seen (source, time, value)
    ), known as (
      select connection_source.source, last_seen < now() - interval '10 s' and not is_ignored as is_due
      from connection_source join seen using (source) where connection_group_id = ${groupId}
    ), due as (
      select source from connection_source
      where connection_group_id = ${groupId} and source in (select source from known where is_due)
      for update skip locked
    ), noted as (
      update connection_source set last_seen = now(), last_time = seen.time, last_value = seen.value
      from seen join due using (source)
      where connection_group_id = ${groupId} and connection_source.source = seen.source
    ), added as (
      insert into connection_source (connection_group_id, source, last_time, last_value)
      select ${groupId}, source, time, value from seen
      where source not in (select source from known)
      order by source
      limit greatest(0, ${maximumSources} - (
        select count(*) from connection_source where connection_group_id = ${groupId}))
      on conflict do nothing
      returning 1
    )
    select count(*) as added from added`.execute(db);
  return rows[0]!.added;
}

/** Selects which of the sources are ignored. */
export async function selectIgnored(
  db: Db,
  groupId: number,
  sources: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('connection_source')
    .select('source')
    .where('connection_group_id', '=', groupId)
    .where('is_ignored', '=', true)
    .where(sql<SqlBool>`source = any(${sources}::text[])`)
    .execute();
  return new Set(rows.map(({ source }) => source));
}

/** @returns the sources that exist. */
export async function updateIgnored(
  db: Db,
  groupId: number,
  sources: readonly string[],
  isIgnored: boolean,
): Promise<string[]> {
  const rows = await db
    .updateTable('connection_source')
    .set({ is_ignored: isIgnored })
    .where('connection_group_id', '=', groupId)
    .where(sql<SqlBool>`source = any(${sources}::text[])`)
    .returning('source')
    .execute();
  return rows.map(({ source }) => source);
}

export async function deleteSources(db: Db, groupId: number, sources: readonly string[]): Promise<void> {
  await db
    .deleteFrom('connection_source')
    .where('connection_group_id', '=', groupId)
    .where(sql<SqlBool>`source = any(${sources}::text[])`)
    .execute();
}

/** The sources of a group: those that feed tags, and recorded ones that feed none. */
const sourcesOfGroup = (groupId: number) => sql<{
  source: string;
  tag_id: number | null;
  tag_name: string | null;
  first_seen: Date | null;
  last_seen: Date | null;
  last_time: Date | null;
  last_value: number | null;
  is_ignored: boolean;
}>`(
  select source, id as tag_id, name as tag_name, null::timestamptz as first_seen,
    null::timestamptz as last_seen, null::timestamptz as last_time, null::double precision as last_value,
    false as is_ignored
  from tag where connection_group_id = ${groupId}
  union all
  select source, null, null, first_seen, last_seen, last_time, last_value, is_ignored
  from connection_source as noted where connection_group_id = ${groupId} and not exists (
    select from tag where tag.connection_group_id = ${groupId} and tag.source = noted.source))`;

/** For a source that feeds a tag, the time of the tag's latest point. */
const lastTime = sql<Date | null>`case when listed.tag_id is null then listed.last_time else to_timestamp(greatest(
  (select time from data_point_hot where tag_id = listed.tag_id order by time desc limit 1),
  (select t1 from data_point_chunk where tag_id = listed.tag_id order by t0 desc limit 1)) / 1000.0) end`;

const list: ListFields = {
  fields: {
    Source: { type: 'C', sql: sql`listed.source` },
    TagId: { type: 'N', sql: sql`listed.tag_id` },
    TagName: { type: 'C', sql: sql`listed.tag_name` },
    FirstSeen: { type: 'D', sql: sql`listed.first_seen` },
    LastSeen: { type: 'D', sql: sql`listed.last_seen` },
    LastTime: { type: 'D', sql: lastTime },
    IsIgnored: { type: 'B', sql: sql`listed.is_ignored` },
  },
  key: sql`listed.source`,
  defaultSort: [{ field: 'Source', direction: 'Ascending' }],
};

export function selectSourcePage(db: Db, groupId: number, request: ListRequest) {
  return findPage(
    db.selectFrom(sourcesOfGroup(groupId).as('listed')).selectAll(),
    compileList(request, list),
  );
}

/** Selects the name of the first connection of each group, for messages. */
export async function selectGroupNames(db: Db, groupIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ groupId: number; name: string }>`
    select distinct on (connection_group_id) connection_group_id as "groupId", name from connection
    where connection_group_id = any(${groupIds}::int[]) order by connection_group_id, id`.execute(db);
  return new Map(rows.map(({ groupId, name }) => [groupId, name]));
}

/** Returns whether a connection of the group creates tags for unknown sources. */
export async function selectMakesTags(db: Db, groupId: number): Promise<boolean> {
  const row = await db
    .selectFrom('connection')
    .select('id')
    .where('connection_group_id', '=', groupId)
    .where(sql<SqlBool>`configuration ->> 'unknownSources' = 'make'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function selectFedCount(db: Db, groupId: number): Promise<number> {
  const { count } = await db
    .selectFrom('tag')
    .select(sql<number>`count(*)`.as('count'))
    .where('connection_group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Selects the connection and source that feed a tag; null if none does. */
export async function selectFeed(db: Db, tagId: number) {
  const row = await db
    .selectFrom('tag')
    .innerJoin('connection', (join) => join.on(sql<SqlBool>`connection.id = ${feedingConnectionId}`))
    .select(['connection.id', 'connection.name', 'tag.source', 'tag.factor', 'tag.value_offset'])
    .where('tag.id', '=', tagId)
    .$narrowType<{ source: string }>()
    .executeTakeFirst();
  return row ?? null;
}

/** First key of the advisory lock for the feeds of a group's tags. */
const feedLock = 0x7466;

/** Serializes changes of the feeds of a group's tags. */
export async function lockFeedsOfGroup(db: Db, groupId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${feedLock}::int, ${groupId}::int)`.execute(db);
}
