import type { NewTag } from '@twinward/contracts/signals/tag';
import type { Db } from '../../../platform/database/database.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { createTagsIn, feedTagsIn, listTagsByName, lockFedTags } from '../tag/service.ts';
import { lockFeedsOfGroup, selectFedCount, selectIgnored } from './store.ts';

/**
 * Maximum number of tags that a group may feed for sources to become tags automatically: there is no end of names that
 * contain a time or counter.
 */
const maximumMade = 10_000;

/** Number of rows created per statement. */
const rowsPerStatement = 1000;

export const blankTag = {
  type: 'data_point',
  description: '',
  keywords: [],
  unit: null,
  source: null,
  assetIds: [],
  logic: '',
  aliases: [],
} satisfies Partial<NewTag>;

/** Creates tags in batches. Required further fields may stay empty. @returns their ids, in order. */
export async function createTagsInBlocks(db: Db, by: AuditActor, tags: readonly NewTag[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < tags.length; start += rowsPerStatement)
    ids.push(...(await createTagsIn(db, by, tags.slice(start, start + rowsPerStatement), { lenient: true })));
  return ids;
}

/**
 * Creates tags for sources, named like the sources. Skips ignored sources, those whose name is taken, and those beyond
 * the maximum.
 * @returns the feeds of the sources, including tags that a concurrent transaction created
 */
export async function createTagsOfSourcesIn(
  db: Db,
  by: AuditActor,
  groupId: number,
  sources: readonly string[],
): Promise<Awaited<ReturnType<typeof lockFedTags>>> {
  await lockFeedsOfGroup(db, groupId);
  const meanwhile = new Set((await lockFedTags(db, groupId, sources)).map(({ source }) => source));
  const ignored = await selectIgnored(db, groupId, sources);
  const taken = await listTagsByName(db, sources);
  const left = Math.max(0, maximumMade - (await selectFedCount(db, groupId)));
  const made = sources
    .filter((source) => !meanwhile.has(source) && !ignored.has(source) && !taken.has(source))
    .slice(0, left);
  if (made.length > 0) {
    const ids = await createTagsInBlocks(
      db,
      by,
      made.map((source) => ({ ...blankTag, name: source, caption: source })),
    );
    const changes = made.map((source, i) => ({
      tag: { id: ids[i]!, name: source },
      source,
      factor: 1,
      offset: 0,
    }));
    await feedTagsIn(db, by, groupId, changes);
  }
  return lockFedTags(db, groupId, sources);
}
