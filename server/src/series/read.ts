import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { type BucketSummary, type Buckets, divideRange } from './bucket-accumulator.ts';
import { type ChunkRow, chunksWithin, pointsPerChunk } from './chunks.ts';
import { hotPoints } from './merge.ts';
import { type Parts, packChunks } from './parts.ts';
import { earliestTime, latestTime, type Points } from './points.ts';
import { runReaderWork } from './readers.ts';

/** A row of either table: chunks have data, hot points do not. */
interface PartRow {
  time: number;
  n: number;
  data: Buffer | null;
  value: number | null;
  quality: number;
}

const hotColumns = sql`time, 0 as n, null::bytea as data, value, quality`;

function toParts(rows: readonly PartRow[]): Parts {
  const chunks: ChunkRow[] = [];
  const hot: PartRow[] = [];
  for (const row of rows) {
    if (row.data) chunks.push({ t0: row.time, n: row.n, data: row.data });
    else hot.push(row);
  }
  return { chunks: packChunks(chunks), hot: hotPoints(hot) };
}

function hotWithin(tagId: number, from: number, to: number): RawBuilder<boolean> {
  return sql`tag_id = ${tagId} and time >= ${from} and time < ${to}`;
}

/*
 * Every read of both tables is a single statement, and so sees one snapshot. Compaction, which moves points from one
 * table to the other, can therefore neither hide a point nor show it twice.
 */

/** All points of a tag with from <= time < to, by default all; at most 17 bytes of memory each. */
export async function readPoints(
  db: Db,
  tagId: number,
  from: number = earliestTime,
  to: number = latestTime + 1,
): Promise<Points> {
  const { rows } = await sql<PartRow>`
    select t0 as time, n, data, null::float8 as value, 0::smallint as quality from data_point_chunk
    where ${chunksWithin(tagId, from, to)}
    union all
    select ${hotColumns} from data_point_hot where ${hotWithin(tagId, from, to)}`.execute(db);
  return runReaderWork({ kind: 'points', parts: toParts(rows), from, to });
}

/** Maximum number of rows that one block of a scan reads from either table. */
const chunksPerBlock = 16;
// Uncompressed rows are parsed on the thread that reads; this many take some milliseconds.
const hotPerBlock = 8192;

/**
 * The points of a tag with from <= time < to in blocks of bounded memory, ascending. Each block is read on
 * demand: points written meanwhile may be included, and no point is returned twice.
 */
export async function* scanPoints(
  db: Db,
  tagId: number,
  from: number = earliestTime,
  to: number = latestTime + 1,
): AsyncGenerator<Points> {
  let next = from;
  while (next < to) {
    const { rows } = await sql<PartRow & { until: number }>`
      with chunk as materialized (
        select t0, t1, n, data from data_point_chunk where ${chunksWithin(tagId, next, to)}
        order by t0 limit ${chunksPerBlock}
      ), block as (
        select case when count(*) = ${chunksPerBlock} then max(t1) + 1 else ${to}::bigint end as until from chunk
      ), hot as (
        select ${hotColumns} from data_point_hot where tag_id = ${tagId} and time >= ${next}
          and time < (select until from block)
        order by time limit ${hotPerBlock}
      )
      select t0 as time, n, data, null::float8 as value, 0::smallint as quality, until from chunk, block
      union all select hot.*, until from hot, block`.execute(db);
    const parts = toParts(rows);
    const cutByHot = parts.hot.times.length === hotPerBlock;
    const until = Math.min(to, cutByHot ? parts.hot.times.at(-1)! + 1 : (rows[0]?.until ?? to));
    const points = await runReaderWork({ kind: 'points', parts, from: next, to: until });
    if (points.times.length > 0) yield points;
    next = until;
  }
}

interface BucketRow extends PartRow, Omit<BucketSummary, 'bucket'> {
  bucket: number | null;
}

/**
 * The points of a tag with from <= time < to in at most `most` buckets of equal length, starting at `from`.
 * Chunks within a bucket are not decoded: their summaries are used.
 */
export async function readBuckets(
  db: Db,
  tagId: number,
  from: number,
  to: number,
  most: number,
): Promise<Buckets> {
  const grid = divideRange(from, to, most);
  // The driver has no type for an untyped parameter in arithmetic.
  const toBucket = (column: string) => sql`(${sql.ref(column)} - ${from}::bigint) / ${grid.width}::bigint`;
  const { rows } = await sql<BucketRow>`
    with hot as materialized (
      select ${hotColumns} from data_point_hot where ${hotWithin(tagId, from, to)}
    ), hot_range as (
      select min(time) as first, max(time) as last from hot
    ), chunk as materialized (
      select t0, t1, valid, vmin, vmax, vsum, vfirst, vlast, ${toBucket('t0')} as bucket,
        t0 < ${from} or t1 >= ${to} or ${toBucket('t0')} <> ${toBucket('t1')}
          -- The sum of these sums may exceed the range of a number.
          or coalesce(abs(vsum) > 1e300, false)
          or coalesce(t1 >= first and t0 <= last, false)
          and exists (select from hot where time between t0 and t1) as cut
      from data_point_chunk, hot_range
      where ${chunksWithin(tagId, from, to)}
    )
    select null::bigint as time, null::int as n, null::bytea as data, null::float8 as value,
      null::smallint as quality, bucket, min(t0) as t0, max(t1) as t1, sum(valid) as valid,
      min(vmin) as vmin, max(vmax) as vmax, sum(vsum) as vsum,
      (array_agg(vfirst order by t0) filter (where valid > 0))[1] as vfirst,
      (array_agg(vlast order by t0 desc) filter (where valid > 0))[1] as vlast
    from chunk where not cut group by bucket
    union all
    select t0, n, data, null, null, null, null, null, null, null, null, null, null, null
    from data_point_chunk where tag_id = ${tagId} and t0 in (select t0 from chunk where cut)
    union all
    select hot.*, null, null, null, null, null, null, null, null, null from hot`.execute(db);
  const summaries: BucketSummary[] = [];
  const others: PartRow[] = [];
  for (const row of rows) {
    if (row.bucket === null) others.push(row);
    else summaries.push({ ...row, bucket: row.bucket });
  }
  return runReaderWork({ kind: 'buckets', parts: toParts(others), grid, summaries });
}

/** The points of a range if they are few, otherwise buckets. */
export type Series = { kind: 'points'; points: Points } | { kind: 'buckets'; buckets: Buckets };

/** The points with from <= time < to if there are at most `most`, otherwise at most as many buckets. */
export async function readSeries(
  db: Db,
  tagId: number,
  from: number,
  to: number,
  most: number,
): Promise<Series> {
  // Chunks at either end may lie mostly outside the range.
  if ((await estimateCount(db, tagId, from, to)) <= most + 3 * pointsPerChunk) {
    const points = await readPoints(db, tagId, from, to);
    if (points.times.length <= most) return { kind: 'points', points };
  }
  return { kind: 'buckets', buckets: await readBuckets(db, tagId, from, to, most) };
}

/**
 * An upper estimate of a tag's points with from <= time < to: chunks at the ends count whole, and a hot point
 * that replaces a chunk's point counts twice until compaction.
 */
export async function estimateCount(
  db: Db,
  tagId: number,
  from: number = earliestTime,
  to: number = latestTime + 1,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce((select sum(n) from data_point_chunk where ${chunksWithin(tagId, from, to)}), 0)
      + (select count(*) from data_point_hot where ${hotWithin(tagId, from, to)}) as count`.execute(db);
  return rows[0]!.count;
}
