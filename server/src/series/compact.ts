import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { withTransaction } from '../platform/database/transaction.ts';
import { lockChunks, pointsPerChunk } from './chunks.ts';
import { mergeIntoChunks, takeHotPoints } from './merge.ts';
import { earliestTime, latestTime } from './points.ts';

/** Maximum number of tags that one transaction of `compactDue` locks and moves. */
const tagsPerTransaction = 20;

/**
 * Moves all hot rows of these tags into chunks. Readers always see the same points.
 *
 * @returns number of moved hot rows
 */
export async function compactTags(db: Db, tagIds: readonly number[]): Promise<number> {
  if (tagIds.length === 0) return 0;
  return withTransaction(db, async (trx) => {
    await lockChunks(trx, tagIds);
    const hot = await takeHotPoints(
      trx,
      [...new Set(tagIds)].map((tagId) => ({ tagId, first: earliestTime, last: latestTime })),
    );
    if (hot.length > 0) await mergeIntoChunks(trx, hot);
    return hot.reduce((sum, { points }) => sum + points.times.length, 0);
  });
}

/**
 * Compacts every tag with at least `minimum` hot rows, in batches of tags; meant to run every minute.
 *
 * @returns number of moved hot rows
 */
export async function compactDue(db: Db, minimum = pointsPerChunk): Promise<number> {
  const { rows } = await sql<{ tagId: number }>`
    select tag_id as "tagId" from data_point_hot group by tag_id having count(*) >= ${minimum}
    order by tag_id`.execute(db);
  let moved = 0;
  for (let start = 0; start < rows.length; start += tagsPerTransaction) {
    const tagIds = rows.slice(start, start + tagsPerTransaction).map((row) => row.tagId);
    moved += await compactTags(db, tagIds);
  }
  return moved;
}
