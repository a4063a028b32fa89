import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { withTransaction } from '../platform/database/transaction.ts';
import { logChanges } from './changes.ts';
import { type ChunkKey, chunksWithin, deleteChunks, insertChunks, lockChunks } from './chunks.ts';
import { decodeChunk } from './codec/chunk.ts';
import { deleteEarly } from './early.ts';
import { mergeIntoChunks, removeHotPoints } from './merge.ts';
import { clipPoints, earliestTime, latestTime } from './points.ts';

interface AffectedChunk extends ChunkKey {
  n: number;
  /** Null unless the range cuts through the chunk. */
  data: Buffer | null;
}

/**
 * Deletes a tag's points with from <= time < to, by default all of them, including held points.
 *
 * @returns number of deleted points
 */
export async function deletePoints(
  db: Db,
  tagId: number,
  from: number = earliestTime,
  to: number = latestTime + 1,
): Promise<number> {
  if (!(from < to)) return 0;
  return withTransaction(db, async (trx) => {
    await lockChunks(trx, [tagId]);
    const { deleted, changedFrom } = await removePoints(trx, tagId, from, to);
    await logChanges(trx, [{ tagId, changedFrom }]);
    return deleted + (await deleteEarly(trx, tagId, from, to));
  });
}

/** Deletes points without logging. The caller holds the tag's lock (`lockChunks`). */
export async function removePoints(
  trx: Db,
  tagId: number,
  from: number,
  to: number,
): Promise<{ deleted: number; changedFrom: number | null }> {
  // A time occurs once in the chunks, so hot rows that replaced a chunk's point are not counted twice.
  const hot = await removeHotPoints(trx, [{ tagId, first: from, last: to - 1 }]);
  if (hot.length > 0) await mergeIntoChunks(trx, hot);
  const { rows } = await sql<AffectedChunk>`
    select tag_id as "tagId", t0, n, case when t0 < ${from} or t1 >= ${to} then data end as data
    from data_point_chunk
    where ${chunksWithin(tagId, from, to)} order by t0`.execute(trx);
  let deleted = 0;
  let changedFrom: number | null = null;
  const rest: Parameters<typeof insertChunks>[1][number][] = [];
  for (const { t0, n, data } of rows) {
    if (data === null) {
      deleted += n;
      changedFrom ??= t0;
      continue;
    }
    const points = decodeChunk(data, n);
    const gone = clipPoints(points, from, to);
    deleted += gone.times.length;
    changedFrom ??= gone.times[0] ?? null;
    for (const kept of [clipPoints(points, earliestTime, from), clipPoints(points, to, latestTime + 1)])
      if (kept.times.length > 0) rest.push({ tagId, points: kept });
  }
  await deleteChunks(trx, rows);
  await insertChunks(trx, rest);
  return { deleted, changedFrom };
}
