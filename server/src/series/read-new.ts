import { sql } from 'kysely';
import { toArrayParameter } from '../platform/database/array.ts';
import type { Db } from '../platform/database/database.ts';
import { noPoints, type Points } from './points.ts';

/** A tag and the time after which its points are new to the reader. */
interface Wanted {
  tagId: number;
  /** Exclusive */
  after: number;
}

const hotPerTag = 5000;

/**
 * Returns the points of each tag after its time, for many tags in one statement. A tag is omitted, to be read
 * separately, if it has too many points, or some of them are already in chunks.
 */
export async function readNewPoints(db: Db, wanted: readonly Wanted[]): Promise<Map<number, Points>> {
  // Packed into one value, since an object for each point would take longer than the statement.
  const { rows } = await sql<{ inChunks: number[]; packed: Buffer | null }>`
    with wanted as (
      select * from unnest(${toArrayParameter('int', wanted, (one) => one.tagId)},
        ${toArrayParameter('bigint', wanted, (one) => one.after)}) as wanted (tag_id, after)
    ), in_chunks as (
      select tag_id from wanted where exists (
        select from data_point_chunk where tag_id = wanted.tag_id and t1 > wanted.after
          and t0 >= coalesce((select t0 from data_point_chunk where tag_id = wanted.tag_id and t0 <= wanted.after
            order by t0 desc limit 1), wanted.after))
    )
    select array(select tag_id from in_chunks) as "inChunks",
      (select string_agg(int4send(wanted.tag_id) || int8send(time) || float8send(coalesce(value, 'NaN')) || int2send(quality),
          '' order by wanted.tag_id, time)
        from wanted, lateral (
          select time, value, quality from data_point_hot where tag_id = wanted.tag_id and time > wanted.after
          order by time limit ${hotPerTag}
        ) as hot
        where not exists (select from in_chunks where in_chunks.tag_id = wanted.tag_id)) as packed`.execute(
    db,
  );
  const { inChunks, packed } = rows[0]!;
  const found = new Map<number, Points>(wanted.map(({ tagId }) => [tagId, noPoints]));
  for (const [tagId, points] of unpack(packed ?? Buffer.alloc(0))) {
    if (points.times.length < hotPerTag) found.set(tagId, points);
    else found.delete(tagId);
  }
  for (const tagId of inChunks) found.delete(tagId);
  return found;
}

/** Bytes of a packed point: tag, time, value and quality. */
const pointBytes = 4 + 8 + 8 + 2;

/** The points of each tag. @param packed in the order of tags and times */
function* unpack(packed: Buffer): Generator<[tagId: number, Points]> {
  const count = packed.length / pointBytes;
  for (let start = 0; start < count; ) {
    const tagId = packed.readInt32BE(start * pointBytes);
    let end = start + 1;
    while (end < count && packed.readInt32BE(end * pointBytes) === tagId) end += 1;
    const times = new Float64Array(end - start);
    const values = new Float64Array(end - start);
    let qualities: Uint8Array | null = null;
    for (let i = 0; i < times.length; i++) {
      const at = (start + i) * pointBytes + 4;
      times[i] = packed.readInt32BE(at) * 2 ** 32 + packed.readUInt32BE(at + 4);
      values[i] = packed.readDoubleBE(at + 8);
      const quality = packed.readInt16BE(at + 16);
      if (quality > 0) {
        qualities ??= new Uint8Array(times.length);
        qualities[i] = quality;
      }
    }
    yield [tagId, { times, values, qualities }];
    start = end;
  }
}
