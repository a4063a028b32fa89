import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { lockChunks, pointsPerChunk } from './chunks.ts';
import { mergeIntoChunks, takeHotPoints } from './merge.ts';
import { earliestTime, latestTime } from './points.ts';

/** What one transaction of `compactDue` locks and moves at most. */
const tagsPerTransaction = 20;

/**
 * Moves all hot rows of these tags into chunks. What a reader sees stays the same at every moment.
 *
 * @returns how many hot rows were moved
 */
export async function compactTags(db: Db, tagIds: readonly number[]): Promise<number> {
  if (tagIds.length === 0) return 0;
  return inTransaction(db, async (trx) => {
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
 * Compacts every tag that has at least `minimum` hot rows, some tags at a time: meant to run every minute.
 *
 * @returns how many hot rows were moved
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
