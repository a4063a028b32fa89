import { sql } from 'kysely';
import { toArrayParameter } from '../platform/database/array.ts';
import type { Db } from '../platform/database/database.ts';
import { withTransaction } from '../platform/database/transaction.ts';
import { pointsChannel, relogChanges } from './changes.ts';
import { type ChunkKey, decodeChunks, selectChunks } from './chunks.ts';
import { holdEarly, type WriteOptions } from './early.ts';
import {
  flatten,
  joinResults,
  type OrderedInput,
  orderInputs,
  type TagInput,
  type TagResult,
  type TagWrite,
} from './inputs.ts';
import { asNew, equalTimes, filterPoints, mergePoints, type Points } from './points.ts';
import { groupByTag } from './sql.ts';
import { recountSuperseded } from './superseded.ts';

/**
 * Stores points of any number of tags, all or none. They are durable when this resolves, unless `db` is a
 * transaction that has not been committed. A second value at a time replaces the first; an equal one changes
 * nothing. Points ahead of the clock are held until their time.
 *
 * @throws RangeError when a point cannot be stored or a tag occurs twice
 */
export async function appendPoints(
  db: Db,
  inputs: readonly TagInput[],
  options: WriteOptions = {},
): Promise<TagResult[]> {
  const given = orderInputs(inputs);
  if (given.length === 0) return joinResults(inputs, given, []);
  return withTransaction(db, async (trx) => {
    const ordered = await recountSuperseded(trx, given);
    const { due, writes: held } = await holdEarly(trx, ordered, options);
    if (due.length === 0) return joinResults(inputs, ordered, held);
    const { hotWrites, changeId, lateTagIds } = await upsertHot(trx, due);
    const chunks = await selectTouchedChunks(
      trx,
      hotWrites.filter(({ tagId }) => lateTagIds.has(tagId)),
    );
    const writes = hotWrites.map((write) => compare(write, chunks.get(write.tagId)));
    if (writes.some((write) => write.needless.length > 0)) {
      await deleteHot(trx, writes);
      await relogChanges(trx, changeId, writes);
    }
    return joinResults(inputs, ordered, [...writes, ...held]);
  });
}

/** The result of the upsert of hot rows for one tag. */
interface HotWrite {
  tagId: number;
  /** Points that had no hot row before: their time may still exist in a chunk. */
  fresh: Points;
  replaced: number;
  duplicate: number;
  replacedFrom: number | null;
}

interface Upserted {
  /** Id of the row in `point_change`; null when nothing was written. */
  changeId: number | null;
  /** The points that were written, in columns; null if all are new, or none was written. */
  tagIds: number[] | null;
  times: number[] | null;
  fresh: boolean[] | null;
  freshCount: number;
  /** Tags with a point that is not newer than all their chunks; null if there are none. */
  late: number[] | null;
}

/** Writes hot rows and logs the change, in one call of the database to save round trips. */
async function upsertHot(
  trx: Db,
  ordered: readonly OrderedInput[],
): Promise<{ hotWrites: HotWrite[]; changeId: number | null; lateTagIds: ReadonlySet<number> }> {
  const rows = flatten(ordered);
  const itself = (value: number) => value;
  const result = await sql<Upserted>`
    select change_id as "changeId", fresh_count as "freshCount", written_tag_ids as "tagIds",
      written_times as times, written_fresh as fresh, late_tag_ids as late
    from append_hot_points(
      ${toArrayParameter('int', rows.tagIds, itself)}, ${toArrayParameter('bigint', rows.times, itself)},
      ${toArrayParameter('double precision', rows.values, itself)}, ${toArrayParameter('smallint', rows.qualities, itself)},
      ${pointsChannel})`.execute(trx);
  const { changeId, late, ...upserted } = result.rows[0]!;
  return {
    hotWrites: toHotWrites(ordered, upserted, rows.times.length),
    changeId,
    lateTagIds: new Set(late),
  };
}

function toHotWrites(
  ordered: readonly OrderedInput[],
  upserted: Omit<Upserted, 'changeId' | 'late'>,
  total: number,
): HotWrite[] {
  if (upserted.freshCount === total)
    return ordered.map(({ tagId, points }) => ({
      tagId,
      fresh: points,
      replaced: 0,
      duplicate: 0,
      replacedFrom: null,
    }));
  const written = new Map(ordered.map(({ tagId }) => [tagId, new Map<number, boolean>()]));
  upserted.tagIds?.forEach((tagId, i) => {
    written.get(tagId)!.set(upserted.times![i]!, upserted.fresh![i]!);
  });
  return ordered.map(({ tagId, points }) => {
    const freshAt = written.get(tagId)!;
    const replacedTimes = points.times.filter((time) => freshAt.get(time) === false);
    return {
      tagId,
      fresh: filterPoints(points, (time) => freshAt.get(time) === true),
      replaced: replacedTimes.length,
      duplicate: points.times.length - freshAt.size,
      replacedFrom: replacedTimes[0] ?? null,
    };
  });
}

/** Selects the points of the chunks whose ranges contain the fresh points, by tag. */
async function selectTouchedChunks(trx: Db, writes: readonly HotWrite[]): Promise<Map<number, Points>> {
  const times = writes.flatMap(({ tagId, fresh }) => Array.from(fresh.times, (time) => ({ tagId, time })));
  if (times.length === 0) return new Map();
  const touched = await sql<ChunkKey>`
    select distinct added.tag_id as "tagId", chunk.t0
    from unnest(
      ${toArrayParameter('int', times, (point) => point.tagId)}, ${toArrayParameter('bigint', times, (point) => point.time)}
    ) as added (tag_id, time)
    cross join lateral (
      select t0, t1 from data_point_chunk
      where tag_id = added.tag_id and t0 <= added.time order by t0 desc limit 1
    ) as chunk
    where chunk.t1 >= added.time`.execute(trx);
  const chunks = groupByTag(await selectChunks(trx, touched.rows));
  return new Map([...chunks].map(([tagId, rows]) => [tagId, decodeChunks(rows)]));
}

interface AppendWrite extends TagWrite {
  /** Hot rows that equal a point of a chunk. */
  needless: number[];
}

function compare({ fresh, ...hot }: HotWrite, older: Points | undefined): AppendWrite {
  const merged = older ? mergePoints(older, fresh) : asNew(fresh);
  const changes = [hot.replacedFrom, merged.changedFrom].filter((time) => time !== null);
  return {
    tagId: hot.tagId,
    stored: merged.stored,
    replaced: hot.replaced + merged.replaced,
    duplicate: hot.duplicate + merged.duplicate,
    early: 0,
    changedFrom: changes.length > 0 ? Math.min(...changes) : null,
    needless: older ? equalTimes(older, fresh) : [],
  };
}

async function deleteHot(trx: Db, writes: readonly AppendWrite[]): Promise<void> {
  const needless = writes.flatMap(({ tagId, needless }) => needless.map((time) => ({ tagId, time })));
  if (needless.length === 0) return;
  // A lateral subquery finds the chunks by the index whatever the statistics say. With the statistics of an empty
  // table, a join would read the whole table for each point.
  await sql`
    delete from data_point_hot where ctid = any(array(
      select place from unnest(
        ${toArrayParameter('int', needless, (point) => point.tagId)},
        ${toArrayParameter('bigint', needless, (point) => point.time)}
      ) as needless (tag_id, time)
      cross join lateral (
        select hot.ctid as place from data_point_hot as hot
        where hot.tag_id = needless.tag_id and hot.time = needless.time offset 0
      ) as found))`.execute(trx);
}
