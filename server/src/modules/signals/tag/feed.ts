import type { Db } from '../../../platform/database/database.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { clearFeeds, type Feed, lockFeeds, selectFedTags, updateFeeds } from './feed-store.ts';

const audit = new EntityAudit('tag');

/** Number of rows audited per statement. */
const rowsPerAudit = 1000;

/** Message for an attempt to change the source of a tag that a connection feeds. */
export const sourceIsFed =
  'A connection feeds this tag by its source. Release the tag on the page of the connection to change it.';

type FeedOfTag = Awaited<ReturnType<typeof lockFeeds>>[number];

/** A locked tag, and the source that will feed it. */
export interface TagFeedChange extends Omit<Feed, 'tagId'> {
  tag: Pick<FeedOfTag, 'id' | 'name'> & Partial<FeedOfTag>;
}

/** Lets sources of a connection group feed tags. The caller must have checked that they can. */
export async function feedTagsIn(
  db: Db,
  by: AuditActor,
  groupId: number,
  changes: readonly TagFeedChange[],
): Promise<void> {
  await updateFeeds(
    db,
    groupId,
    changes.map(({ tag, ...feed }) => ({ tagId: tag.id, ...feed })),
  );
  await recordFeeds(
    db,
    by,
    changes.map(({ tag, source, factor, offset }) => ({
      tag,
      now: { connectionGroupId: groupId, source, factor, offset },
    })),
  );
}

/** Ends the feeds of tags. The tags, their points, and their sources as text are kept. */
export async function releaseTagsIn(db: Db, by: AuditActor, tags: readonly FeedOfTag[]): Promise<void> {
  await clearFeeds(
    db,
    tags.map(({ id }) => id),
  );
  await recordFeeds(
    db,
    by,
    tags.map((tag) => ({
      tag,
      now: { connectionGroupId: null, source: tag.source, factor: 1, offset: 0 },
    })),
  );
}

/** Ends the feeds of the tags of a connection group. */
export async function releaseTagsOfGroup(db: Db, by: AuditActor, groupId: number): Promise<void> {
  const fed = await selectFedTags(db, groupId);
  const tags = await lockFeeds(
    db,
    fed.map(({ tagId }) => tagId),
  );
  await releaseTagsIn(
    db,
    by,
    tags.filter((tag) => tag.groupId === groupId),
  );
}

async function recordFeeds(
  db: Db,
  by: AuditActor,
  changes: readonly { tag: TagFeedChange['tag']; now: Record<string, unknown> }[],
): Promise<void> {
  for (let start = 0; start < changes.length; start += rowsPerAudit)
    await audit.recordAll(
      db,
      by,
      'update',
      changes.slice(start, start + rowsPerAudit).map(({ tag, now }) => ({ ...tag, now })),
      ({ groupId = null, source = null, factor = 1, offset = 0, now }) => ({
        old: { connectionGroupId: groupId, source, factor, offset },
        new: now,
      }),
    );
}
