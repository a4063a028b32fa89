import type { TagFeed } from '@twinward/contracts/connections/intake';
import type { Db } from '../../../platform/database/database.ts';
import { latestPoints } from '../../../series/index.ts';
import { assertTags } from '../tag/service.ts';
import { selectGaps } from './gap-store.ts';
import { selectFeed } from './store.ts';

export { listFedTags } from '../tag/service.ts';
export { changeFeedsIn, type FeedChange, feedsAlready, isFedBy } from './change-feeds.ts';
export { upsertGap as recordGap } from './gap-store.ts';
export { selectGroupNames as listGroupNames } from './store.ts';
export { type StoredValues, saveSourceValues } from './store-values.ts';

/** Returns how a tag gets its points; null if no connection feeds it. @throws AppError `not-found`. */
export async function getTagFeed(db: Db, tagId: number): Promise<TagFeed | null> {
  await assertTags(db, [tagId]);
  const feed = await selectFeed(db, tagId);
  if (!feed) return null;
  const latest = (await latestPoints(db, [tagId])).get(tagId);
  const gaps = await selectGaps(db, tagId);
  return {
    connectionId: feed.id,
    connectionName: feed.name,
    source: feed.source,
    factor: feed.factor,
    offset: feed.value_offset,
    lastTime: latest ? new Date(latest.time).toISOString() : null,
    gaps: gaps.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
  };
}
