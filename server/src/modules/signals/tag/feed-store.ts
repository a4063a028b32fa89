import { type SqlBool, sql } from 'kysely';
import { toArrayParameter } from '../../../platform/database/array.ts';
import type { Db } from '../../../platform/database/database.ts';

/**
 * SQL for the connection that feeds a tag: the holder of its group's lease, or else the first connection of the group.
 */
export const feedingConnectionId = sql<number | null>`(
  select coalesce(connection_group.connection_id, (
    select min(connection.id) from connection
    where connection.connection_group_id = connection_group.id))
  from connection_group where connection_group.id = tag.connection_group_id)`;

/** Selects the existing tags among the ids, with the connections that feed them. */
export async function selectConnectionsOfTags(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; connectionId: number | null }[]> {
  return db
    .selectFrom('tag')
    .select(['id', feedingConnectionId.as('connectionId')])
    .where(sql<SqlBool>`id = any(${ids}::int[])`)
    .orderBy('id')
    .execute();
}

/** Selects the tags that a connection group feeds, by id, with their sources. */
export async function selectFedTags(db: Db, groupId: number): Promise<{ tagId: number; source: string }[]> {
  return db
    .selectFrom('tag')
    .select(['id as tagId', 'source'])
    .where('connection_group_id', '=', groupId)
    .orderBy('id')
    .$narrowType<{ source: string }>()
    .execute();
}

/** How a source feeds a tag: value = factor x delivered + offset. */
export interface Feed {
  tagId: number;
  source: string;
  factor: number;
  offset: number;
}

/** Locks the tags that sources of a group feed against deletion (`FOR KEY SHARE`). */
export async function lockFedTags(
  db: Db,
  groupId: number,
  sources: readonly string[],
): Promise<(Feed & { name: string })[]> {
  return db
    .selectFrom('tag')
    .select(['id as tagId', 'name', 'source', 'factor', 'value_offset as offset'])
    .where('connection_group_id', '=', groupId)
    .where(sql<SqlBool>`source = any(${sources}::text[])`)
    .orderBy('id')
    .forKeyShare()
    .$narrowType<{ source: string }>()
    .execute();
}

/** Locks tags for a change (`FOR NO KEY UPDATE`), and selects their feeds. */
export async function lockFeeds(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('tag')
    .select(['id', 'name', 'type', 'connection_group_id as groupId', 'source', 'factor'])
    .select('value_offset as offset')
    .where(sql<SqlBool>`id = any(${ids}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Lets sources of a group feed tags. The sources of these tags may be swapped. */
export async function updateFeeds(db: Db, groupId: number, feeds: readonly Feed[]): Promise<void> {
  const tagIds = toArrayParameter('int', feeds, ({ tagId }) => tagId);
  const sources = feeds.map(({ source }) => source);
  // Frees the sources that move first, since a source must never feed two tags of its group, not even within the
  // transaction.
  await sql`
    update tag set connection_group_id = null
    from unnest(${tagIds}, ${sources}::text[]) as feed (tag_id, source)
    where tag.id = feed.tag_id and connection_group_id = ${groupId} and tag.source <> feed.source`.execute(
    db,
  );
  await sql`
    update tag set connection_group_id = ${groupId}, source = feed.source, factor = feed.factor,
      value_offset = feed.value_offset, version = version + 1
    from unnest(
      ${tagIds}, ${sources}::text[],
      ${toArrayParameter('double precision', feeds, ({ factor }) => factor)},
      ${toArrayParameter('double precision', feeds, ({ offset }) => offset)}
    ) as feed (tag_id, source, factor, value_offset)
    where tag.id = feed.tag_id`.execute(db);
}

/** Ends the feeds of tags. Their sources are kept as text. */
export async function clearFeeds(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('tag')
    .set({ connection_group_id: null, factor: 1, value_offset: 0, version: sql`version + 1` })
    .where(sql<SqlBool>`id = any(${ids}::int[])`)
    .execute();
}
