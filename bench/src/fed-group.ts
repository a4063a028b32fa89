import type { Db } from '@twinward/server/src/platform/database/database.ts';

/** Creates a group of connections with a tag for each source. @param before prefix of the names of tags */
export async function createFedGroup(
  db: Db,
  type: string,
  sources: readonly string[],
  before = '',
): Promise<number> {
  const { id } = await db
    .insertInto('connection_group')
    .values({ type })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tags = sources.map((source) => ({
    name: `${before}${source}`,
    caption: source,
    type: 'data_point' as const,
    source,
    connection_group_id: id,
  }));
  await db.insertInto('tag').values(tags).execute();
  return id;
}
