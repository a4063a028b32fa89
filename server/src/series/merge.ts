import { sql } from 'kysely';
import { toArrayParameter } from '../platform/database/array.ts';
import type { Db } from '../platform/database/database.ts';
import {
  type ChunkKey,
  cutIntoChunks,
  decodeChunks,
  deleteChunks,
  insertChunks,
  selectChunks,
} from './chunks.ts';
import type { TagWrite } from './inputs.ts';
import { type ChunkBounds, planMerge } from './plan-merge.ts';
import { asNew, mergePoints, noPoints, type Points, slicePoints } from './points.ts';
import { groupByTag } from './sql.ts';

/** Points of one tag. */
interface TagPoints {
  tagId: number;
  points: Points;
}

/**
 * Merges new points into the chunks of their tags; at equal times the new point wins. The caller holds the
 * tags' lock (`lockChunks`), and each tag occurs once, with at least one point.
 */
export async function mergeIntoChunks(trx: Db, additions: readonly TagPoints[]): Promise<TagWrite[]> {
  const bounds = await selectBounds(trx, additions);
  const planned = additions.map(({ tagId, points }) => ({
    tagId,
    points,
    runs: planMerge(bounds.get(tagId) ?? [], points.times),
  }));
  const touched: ChunkKey[] = planned.flatMap(({ tagId, runs }) =>
    runs.flatMap((run) => run.chunks.map((t0) => ({ tagId, t0 }))),
  );
  const loaded = new Map((await selectChunks(trx, touched)).map((row) => [`${row.tagId} ${row.t0}`, row]));

  const outdated: ChunkKey[] = [];
  const pieces: TagPoints[] = [];
  const writes = planned.map(({ tagId, points, runs }) => {
    const write: TagWrite = { tagId, stored: 0, replaced: 0, duplicate: 0, early: 0, changedFrom: null };
    for (const run of runs) {
      const rows = run.chunks.map((t0) => loaded.get(`${tagId} ${t0}`)!);
      const added = slicePoints(points, run.start, run.end);
      const merged = rows.length > 0 ? mergePoints(decodeChunks(rows), added) : asNew(added);
      write.stored += merged.stored;
      write.replaced += merged.replaced;
      write.duplicate += merged.duplicate;
      if (merged.changedFrom === null) continue;
      write.changedFrom ??= merged.changedFrom;
      outdated.push(...run.chunks.map((t0) => ({ tagId, t0 })));
      pieces.push(...cutIntoChunks(merged.points).map((piece) => ({ tagId, points: piece })));
    }
    return write;
  });
  await deleteChunks(trx, outdated);
  await insertChunks(trx, pieces);
  return writes;
}

/**
 * For each tag, the chunks that overlap the range of its points, and the nearest one on either side,
 * ascending.
 */
async function selectBounds(trx: Db, additions: readonly TagPoints[]): Promise<Map<number, ChunkBounds[]>> {
  const { rows } = await sql<ChunkBounds & { tagId: number }>`
    select added.tag_id as "tagId", chunk.t0, chunk.t1, chunk.n
    from unnest(
      ${toArrayParameter('int', additions, (addition) => addition.tagId)},
      ${toArrayParameter('bigint', additions, ({ points }) => points.times[0]!)},
      ${toArrayParameter('bigint', additions, ({ points }) => points.times.at(-1)!)}
    ) as added (tag_id, first, last)
    cross join lateral (
      select t0, t1, n from data_point_chunk
      where tag_id = added.tag_id
        and t0 >= coalesce((select t0 from data_point_chunk
          where tag_id = added.tag_id and t0 <= added.first order by t0 desc limit 1), 0)
        and t0 <= coalesce((select t0 from data_point_chunk
          where tag_id = added.tag_id and t0 > added.last order by t0 limit 1), added.last)
    ) as chunk`.execute(trx);
  const bounds = groupByTag(rows);
  for (const chunks of bounds.values()) chunks.sort((a, b) => a.t0 - b.t0);
  return bounds;
}

interface HotRow {
  tagId: number;
  time: number;
  value: number | null;
  quality: number;
}

/**
 * Deletes and returns the hot points of these tags with first <= time <= last of each tag. The rows are
 * locked in the same order as by appending, which avoids deadlocks.
 */
export async function removeHotPoints(
  trx: Db,
  ranges: readonly { tagId: number; first: number; last: number }[],
): Promise<TagPoints[]> {
  const ordered = [...ranges].sort((one, other) => one.tagId - other.tagId);
  const { rows } = await sql<HotRow>`
    select tag_id as "tagId", time, value, quality from take_hot_points(
      ${toArrayParameter('int', ordered, (range) => range.tagId)},
      ${toArrayParameter('bigint', ordered, (range) => range.first)},
      ${toArrayParameter('bigint', ordered, (range) => range.last)})`.execute(trx);
  return [...groupByTag(rows)].map(([tagId, hot]) => ({ tagId, points: hotPoints(hot) }));
}

/** Converts rows of `data_point_hot`, of one tag and in any order, to points. */
export function hotPoints(rows: readonly { time: number; value: number | null; quality: number }[]): Points {
  if (rows.length === 0) return noPoints;
  const ordered = [...rows].sort((a, b) => a.time - b.time);
  return {
    times: Float64Array.from(ordered, (row) => row.time),
    values: Float64Array.from(ordered, (row) => row.value ?? Number.NaN),
    qualities: ordered.some((row) => row.quality > 0) ? Uint8Array.from(ordered, (row) => row.quality) : null,
  };
}
