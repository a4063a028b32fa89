import type { NewTag } from '@twinward/contracts/signals/tag';
import type { Db } from '../../../platform/database/database.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { createTagsIn, feedTagsIn, listTagsByName, lockFedTags } from '../tag/service.ts';
import { lockFeedsOfGroup, selectFedCount, selectIgnored } from './store.ts';

/** Tags of a group up to which sources become tags by themselves: names with a time or counter in them never end. */
const maximumMade = 10_000;

/** Rows created with one statement. */
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

/** Creates tags in blocks; required further fields may stay empty. @returns their ids, in order */
export async function createTagsInBlocks(db: Db, by: AuditActor, tags: readonly NewTag[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < tags.length; start += rowsPerStatement)
    ids.push(...(await createTagsIn(db, by, tags.slice(start, start + rowsPerStatement), { lenient: true })));
  return ids;
}

/**
 * Makes tags of sources, named like them. Left out are ignored sources, those whose name another tag has, and those beyond
 * the maximum. @returns what feeds the tags of these sources now, those that another block made meanwhile among them
 */
export async function makeTagsIn(
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
