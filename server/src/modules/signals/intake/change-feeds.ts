import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { type Feed, feedTagsIn, lockFedTags, lockFeeds, refusesPoints } from '../tag/service.ts';
import { deleteSources, lockFeedsOfGroup, selectGroupNames } from './store.ts';

/** The new feed of an existing tag: value = factor x delivered + offset. */
export interface FeedChange extends Feed {
  name: string;
}

export const feedsAlready = (source: string, tag: string): string =>
  `The source ${source} feeds the tag ${tag} already.`;

export const isFedBy = (
  { name, source }: { name: string; source: string | null },
  connection: string | undefined,
): string => `The tag ${name} is fed by ${connection}, by ${source}. Release it there first.`;

/**
 * Changes the feeds of a group's tags, and lets the group feed tags without a feed. Sources may be swapped.
 * @throws AppError `conflict` for a tag that was deleted, accepts no points, or is fed by another group, and for a
 *   source that feeds another tag.
 */
export async function changeFeedsIn(
  db: Db,
  by: AuditActor,
  groupId: number,
  changes: readonly FeedChange[],
): Promise<void> {
  await lockFeedsOfGroup(db, groupId);
  const ids = changes.map(({ tagId }) => tagId);
  const sources = changes.map(({ source }) => source);
  const tags = new Map((await lockFeeds(db, ids)).map((tag) => [tag.id, tag]));
  const feeds = new Map((await lockFedTags(db, groupId, sources)).map((feed) => [feed.source, feed]));
  for (const { tagId, name, source } of changes) {
    const tag = tags.get(tagId);
    const refusal = tag ? refusesPoints(tag) : `The tag ${name} was deleted.`;
    if (refusal !== null) throw new AppError('conflict', refusal);
    if (tag!.groupId !== null && tag!.groupId !== groupId) {
      const connections = await selectGroupNames(db, [tag!.groupId]);
      throw new AppError('conflict', isFedBy(tag!, connections.get(tag!.groupId)));
    }
    const feed = feeds.get(source);
    if (feed && !tags.has(feed.tagId)) throw new AppError('conflict', feedsAlready(source, feed.name));
  }
  await feedTagsIn(
    db,
    by,
    groupId,
    changes.map(({ tagId, source, factor, offset }) => ({ tag: tags.get(tagId)!, source, factor, offset })),
  );
  await deleteSources(db, groupId, sources);
}
