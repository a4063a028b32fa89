import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

const feedColumns = ['id', 'name', 'type', 'source', 'factor', 'value_offset as offset'] as const;

/** Selects tags by name, with their feeds. `groupId` is null for a tag without a feed. */
export async function selectFeedsByName(db: Db, names: readonly string[]) {
  return db
    .selectFrom('tag')
    .select([...feedColumns, 'connection_group_id as groupId'])
    .where(sql<SqlBool>`name = any(${names}::text[])`)
    .execute();
}
export type FeedOfTag = Awaited<ReturnType<typeof selectFeedsByName>>[number];

/** Selects the tags that a connection group feeds, by name. */
export async function selectFeedsOfGroup(db: Db, groupId: number, limit: number) {
  return db
    .selectFrom('tag')
    .select([...feedColumns, 'caption', 'unit'])
    .where('connection_group_id', '=', groupId)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ source: string }>()
    .execute();
}

/** Selects the tags of a group that the sources feed, by source. */
export async function selectTagsOfSources(
  db: Db,
  groupId: number,
  sources: readonly string[],
): Promise<Map<string, { id: number; name: string }>> {
  const rows = await db
    .selectFrom('tag')
    .select(['id', 'name', 'source'])
    .where('connection_group_id', '=', groupId)
    .where(sql<SqlBool>`source = any(${sources}::text[])`)
    .$narrowType<{ source: string }>()
    .execute();
  return new Map(rows.map(({ source, ...tag }) => [source, tag]));
}
