import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { withTransaction } from '../platform/database/transaction.ts';
import { lockChunks, pointsPerChunk } from './chunks.ts';
import { mergeIntoChunks, removeHotPoints } from './merge.ts';
import { earliestTime, latestTime } from './points.ts';

/** Maximum number of tags that one transaction of `compactDue` locks and moves. */
const tagsPerTransaction = 20;
/**
 * Maximum number of hot rows that one transaction of `compactDue` moves. It limits the memory, the time that locks are
 * held, and the work that is repeated after a crash.
 */
const rowsPerTransaction = tagsPerTransaction * pointsPerChunk;

/** Hot points of a tag with first <= time <= last, in epoch milliseconds. */
type HotRange = Parameters<typeof removeHotPoints>[1][number];

const wholeRange = (tagId: number): HotRange => ({ tagId, first: earliestTime, last: latestTime });

/**
 * Moves all hot rows of these tags into chunks. Readers always see the same points.
 *
 * @returns number of moved hot rows
 */
export function compactTags(db: Db, tagIds: readonly number[]): Promise<number> {
  return compactRanges(db, [...new Set(tagIds)].map(wholeRange));
}

/** Moves the hot rows of these ranges, of one tag each, into chunks. */
async function compactRanges(db: Db, ranges: readonly HotRange[]): Promise<number> {
  if (ranges.length === 0) return 0;
  return withTransaction(db, async (trx) => {
    await lockChunks(
      trx,
      ranges.map(({ tagId }) => tagId),
    );
    const hot = await removeHotPoints(trx, ranges);
    if (hot.length > 0) await mergeIntoChunks(trx, hot);
    return hot.reduce((sum, { points }) => sum + points.times.length, 0);
  });
}

/**
 * Compacts every tag with at least `minimum` hot rows, in transactions of a bounded number of tags and rows; meant to run every
 * minute.
 *
 * @returns number of moved hot rows
 */
export async function compactDue(db: Db, minimum = pointsPerChunk): Promise<number> {
  const { rows } = await sql<{ tagId: number; count: number }>`
    select tag_id as "tagId", count(*)::int as count from data_point_hot
    group by tag_id having count(*) >= ${minimum} order by tag_id`.execute(db);
  let moved = 0;
  for (const { tagId } of rows.filter(({ count }) => count > rowsPerTransaction)) {
    moved += await compactInPieces(db, tagId);
  }
  for (const tagIds of groupByCount(rows)) moved += await compactTags(db, tagIds);
  return moved;
}

/** Moves the hot rows of one tag, the earliest first. */
async function compactInPieces(db: Db, tagId: number): Promise<number> {
  let moved = 0;
  for (;;) {
    const { rows } = await sql<{ time: number }>`
      select time from data_point_hot where tag_id = ${tagId}
      order by time offset ${rowsPerTransaction - 1} limit 1`.execute(db);
    const last = rows[0]?.time;
    moved += await compactRanges(db, [{ ...wholeRange(tagId), last: last ?? latestTime }]);
    if (last === undefined) return moved;
  }
}

/** Groups tags into transactions, except tags that exceed a transaction alone. */
function groupByCount(rows: readonly { tagId: number; count: number }[]): number[][] {
  const groups: number[][] = [];
  let total = Number.POSITIVE_INFINITY;
  for (const { tagId, count } of rows.filter((row) => row.count <= rowsPerTransaction)) {
    total += count;
    if (total > rowsPerTransaction || groups.at(-1)!.length === tagsPerTransaction) {
      groups.push([]);
      total = count;
    }
    groups.at(-1)!.push(tagId);
  }
  return groups;
}
