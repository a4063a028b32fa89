import { type RawBuilder, sql } from 'kysely';
import { toArrayParameter } from '../platform/database/array.ts';
import type { Db } from '../platform/database/database.ts';
import { chunkFormat, createTarget, decodeChunkInto, encodeChunk, finishTarget } from './codec/chunk.ts';
import { type Points, Quality, slicePoints } from './points.ts';
import { bytesArray } from './sql.ts';

/** Points per chunk: fewer give more rows, more make short reads decode too much. */
export const pointsPerChunk = 1000;

/** A chunk with fewer points is merged into a neighbour when points are written next to it. */
export const smallChunk = pointsPerChunk / 2;

/** First part of the advisory lock key for writers of chunks. */
const lockClass = 0x7457;
/**
 * Number of locks shared by all tags: a write to thousands of tags must not exhaust the server's lock table.
 */
const lockStripes = 128;

/** A chunk of a tag. */
export interface ChunkKey {
  tagId: number;
  t0: number;
}

/**
 * Locks the chunks of these tags until the end of the transaction. Appending only writes hot rows and does
 * not wait.
 */
export async function lockChunks(trx: Db, tagIds: readonly number[]): Promise<void> {
  const stripes = [...new Set(tagIds.map((tagId) => tagId % lockStripes))].sort((a, b) => a - b);
  await sql`
    select count(pg_advisory_xact_lock(${lockClass}::int, stripe))
    from unnest(${toArrayParameter('int', stripes, (stripe) => stripe)}) as stripe`.execute(trx);
}

/** Encoded chunks as read from the database, in any order. */
export interface ChunkRow {
  t0: number;
  n: number;
  data: Buffer;
}

/** Decodes chunks of one tag that have no time in common. */
export function decodeChunks(rows: readonly ChunkRow[]): Points {
  const ordered = [...rows].sort((a, b) => a.t0 - b.t0);
  const target = createTarget(ordered.reduce((sum, row) => sum + row.n, 0));
  let offset = 0;
  for (const row of ordered) offset += decodeChunkInto(row.data, target, offset);
  return finishTarget(target);
}

/**
 * Condition on `data_point_chunk`: chunks of the tag with a point at from <= time < to. The chunks of a tag
 * do not overlap, so the search starts at the last chunk that begins at or before `from`.
 */
export function chunksWithin(tagId: number, from: number, to: number): RawBuilder<boolean> {
  return sql`
    tag_id = ${tagId} and t1 >= ${from} and t0 < ${to} and t0 >= coalesce((
      select t0 from data_point_chunk where tag_id = ${tagId} and t0 <= ${from} order by t0 desc limit 1
    ), ${from})`;
}

const toTagIds = (keys: readonly ChunkKey[]) => toArrayParameter('int', keys, (key) => key.tagId);

export async function selectChunks(trx: Db, keys: readonly ChunkKey[]): Promise<(ChunkRow & ChunkKey)[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ChunkRow & ChunkKey>`
    select tag_id as "tagId", t0, n, data
    from data_point_chunk
    join unnest(${toTagIds(keys)}, ${toArrayParameter('bigint', keys, (key) => key.t0)}) as wanted (tag_id, t0) using (tag_id, t0)`.execute(
    trx,
  );
  return rows;
}

export async function deleteChunks(trx: Db, keys: readonly ChunkKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from data_point_chunk as chunk
    using unnest(${toTagIds(keys)}, ${toArrayParameter('bigint', keys, (key) => key.t0)}) as wanted (tag_id, t0)
    where chunk.tag_id = wanted.tag_id and chunk.t0 = wanted.t0`.execute(trx);
}

/** Cuts the points of one tag into pieces of about `pointsPerChunk`: views of the same memory. */
export function cutIntoChunks(points: Points): Points[] {
  const length = points.times.length;
  const count = Math.max(1, Math.round(length / pointsPerChunk));
  return Array.from({ length: count }, (_, i) =>
    slicePoints(points, Math.floor((i * length) / count), Math.floor(((i + 1) * length) / count)),
  );
}

/** Summary columns of a chunk's row; NaN when no point is valid. */
interface ChunkSummary {
  valid: number;
  worstQuality: number;
  min: number;
  max: number;
  sum: number;
  first: number;
  last: number;
}

/** Summarizes the points whose quality is not bad. */
function summarize({ values, qualities }: Points): ChunkSummary {
  let valid = 0;
  let worstQuality = 0;
  let min = Number.NaN;
  let max = Number.NaN;
  let sum = Number.NaN;
  let first = Number.NaN;
  let last = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    const quality = qualities ? qualities[i]! : Quality.good;
    if (quality > worstQuality) worstQuality = quality;
    if (quality === Quality.bad) continue;
    const value = values[i]!;
    if (valid++ === 0) {
      first = min = max = sum = value;
    } else {
      if (value < min) min = value;
      if (value > max) max = value;
      sum += value;
    }
    last = value;
  }
  return { valid, worstQuality, min, max, sum, first, last };
}

/** More rows per statement are not faster, and each needs a parameter: PostgreSQL accepts 65,535. */
const rowsPerInsert = 1000;

/** Encodes and inserts points; each piece becomes one chunk. */
export async function insertChunks(
  trx: Db,
  pieces: readonly { tagId: number; points: Points }[],
): Promise<void> {
  for (let start = 0; start < pieces.length; start += rowsPerInsert) {
    const rows = pieces.slice(start, start + rowsPerInsert).map(({ tagId, points }) => ({
      tagId,
      t0: points.times[0]!,
      t1: points.times[points.times.length - 1]!,
      n: points.times.length,
      summary: summarize(points),
      data: encodeChunk(points),
    }));
    await sql`
      insert into data_point_chunk
        (tag_id, t0, t1, n, valid, worst_quality, vmin, vmax, vsum, vfirst, vlast, data, format)
      select *, ${chunkFormat}::smallint from unnest(
        ${toArrayParameter('int', rows, (row) => row.tagId)}, ${toArrayParameter('bigint', rows, (row) => row.t0)},
        ${toArrayParameter('bigint', rows, (row) => row.t1)}, ${toArrayParameter('int', rows, (row) => row.n)},
        ${toArrayParameter('int', rows, (row) => row.summary.valid)},
        ${toArrayParameter('smallint', rows, (row) => row.summary.worstQuality)},
        ${toArrayParameter('double precision', rows, (row) => row.summary.min)}, ${toArrayParameter('double precision', rows, (row) => row.summary.max)},
        ${toArrayParameter('double precision', rows, (row) => row.summary.sum)}, ${toArrayParameter('double precision', rows, (row) => row.summary.first)},
        ${toArrayParameter('double precision', rows, (row) => row.summary.last)}, ${bytesArray(rows.map((row) => row.data))})`.execute(
      trx,
    );
  }
}
