import { sql } from 'kysely';
import { toArrayParameter } from '../platform/database/array.ts';
import type { Db } from '../platform/database/database.ts';
import { decodeChunk } from './codec/chunk.ts';
import { latestTime, Quality } from './points.ts';

/** One point of a tag. */
export interface TagPoint {
  time: number;
  /** Null for a bad point without a value. */
  value: number | null;
  quality: number;
}

interface NewestRow {
  tagId: number;
  hotTime: number | null;
  hotValue: number | null;
  hotQuality: number | null;
  t1: number | null;
  n: number;
  vlast: number | null;
  /** Null when the summary determines the last point. */
  data: Buffer | null;
}

/** Returns the last point of each tag, optionally before a time. Tags without one are omitted. */
export async function latestPoints(
  db: Db,
  tagIds: readonly number[],
  before: number = latestTime + 1,
): Promise<Map<number, TagPoint>> {
  const { rows } = await sql<NewestRow>`
    select wanted.tag_id as "tagId", hot.time as "hotTime", hot.value as "hotValue",
      hot.quality as "hotQuality", chunk.t1, chunk.n, chunk.vlast,
      case when chunk.worst_quality > 0 or chunk.t1 >= ${before} then chunk.data end as data
    from unnest(${toArrayParameter('int', tagIds, (tagId) => tagId)}) as wanted (tag_id)
    left join lateral (
      select time, value, quality from data_point_hot
      where tag_id = wanted.tag_id and time < ${before} order by time desc limit 1
    ) as hot on true
    left join lateral (
      select * from data_point_chunk
      where tag_id = wanted.tag_id and t0 < ${before} order by t0 desc limit 1
    ) as chunk on true`.execute(db);
  const latest = new Map<number, TagPoint>();
  for (const row of rows) {
    const inChunk = lastOfChunk(row, before);
    const inHot =
      row.hotTime === null ? null : { time: row.hotTime, value: row.hotValue, quality: row.hotQuality! };
    const point = inHot && (!inChunk || inHot.time >= inChunk.time) ? inHot : inChunk;
    if (point) latest.set(row.tagId, point);
  }
  return latest;
}

function lastOfChunk(row: NewestRow, before: number): TagPoint | null {
  if (row.t1 === null) return null;
  if (row.data === null) return { time: row.t1, value: row.vlast, quality: Quality.good };
  const { times, values, qualities } = decodeChunk(row.data, row.n);
  let last = times.length - 1;
  while (times[last]! >= before) last--;
  const value = values[last]!;
  return {
    time: times[last]!,
    value: Number.isNaN(value) ? null : value,
    quality: qualities?.[last] ?? Quality.good,
  };
}

/** Returns the time of each tag's first point. Tags without points are omitted. */
export async function oldestTimes(db: Db, tagIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ tagId: number; time: number }>`
    select wanted.tag_id as "tagId", least(
      (select time from data_point_hot where tag_id = wanted.tag_id order by time limit 1),
      (select t0 from data_point_chunk where tag_id = wanted.tag_id order by t0 limit 1)
    ) as time
    from unnest(${toArrayParameter('int', tagIds, (tagId) => tagId)}) as wanted (tag_id)`.execute(db);
  return new Map(rows.filter((row) => row.time !== null).map((row) => [row.tagId, row.time]));
}
