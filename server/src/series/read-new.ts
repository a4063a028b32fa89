import { sql } from 'kysely';
import { arrayOf } from '../platform/database/array.ts';
import type { Db } from '../platform/database/database.ts';
import { hotPoints } from './merge.ts';
import type { Points } from './points.ts';
import { groupByTag } from './sql.ts';

/** A tag and the time after which its points are new to the reader. */
export interface Wanted {
  tagId: number;
  /** Exclusive */
  after: number;
}

const hotPerTag = 5000;

/**
 * The points of each tag after its time, for many tags in one statement, as long as they are few. A tag is
 * left out, to be read separately, if some of the points are already in chunks or there are too many.
 */
export async function readNewPoints(db: Db, wanted: readonly Wanted[]): Promise<Map<number, Points>> {
  const { rows } = await sql<{ tagId: number; time: number | null; value: number | null; quality: number }>`
    select wanted.tag_id as "tagId", hot.time, hot.value, hot.quality
    from unnest(${arrayOf('int', wanted, (one) => one.tagId)}, ${arrayOf('bigint', wanted, (one) => one.after)})
      as wanted (tag_id, after)
    left join lateral (
      select time, value, quality from data_point_hot where tag_id = wanted.tag_id and time > wanted.after
      order by time limit ${hotPerTag}
    ) as hot on true
    where not exists (
      select from data_point_chunk where tag_id = wanted.tag_id and t1 > wanted.after
        and t0 >= coalesce((select t0 from data_point_chunk where tag_id = wanted.tag_id and t0 <= wanted.after
          order by t0 desc limit 1), wanted.after))
    order by wanted.tag_id, hot.time`.execute(db);
  const found = new Map<number, Points>();
  for (const [tagId, ofTag] of groupByTag(rows)) {
    if (ofTag.length < hotPerTag) {
      found.set(
        tagId,
        hotPoints(
          ofTag.filter((row) => row.time !== null) as {
            time: number;
            value: number | null;
            quality: number;
          }[],
        ),
      );
    }
  }
  return found;
}
