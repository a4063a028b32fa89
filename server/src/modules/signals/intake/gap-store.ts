import { sql } from 'kysely';
import type { TimeRange } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/database/database.ts';

/** Maximum number of gaps shown per tag, latest first. */
const shownGaps = 1000;

/**
 * Records that a range was not recorded for sources of a group, since the other system has no history of it. Ranges of
 * a tag that overlap or touch are merged.
 * @param sources null: all sources that feed tags
 */
export async function upsertGap(
  db: Db,
  groupId: number,
  sources: readonly string[] | null,
  range: TimeRange,
): Promise<void> {
  const [from, to] = [new Date(range.from), new Date(range.to)];
  await sql`
    with concerned as (
      select id from tag where connection_group_id = ${groupId} and ${
        sources === null ? sql`true` : sql`source = any(${sources}::text[])`
      }
    ), joined as (
      delete from tag_gap using concerned
      where tag_id = id and begins <= ${to} and ends >= ${from}
      returning tag_id, begins, ends
    )
    insert into tag_gap (tag_id, begins, ends)
    select id, least(${from}::timestamptz, min(begins)), greatest(${to}::timestamptz, max(ends))
    from concerned left join joined on tag_id = id
    group by id order by id`.execute(db);
}

/** Selects the latest ranges of a tag that were not recorded, in order. */
export async function selectGaps(db: Db, tagId: number): Promise<{ from: Date; to: Date }[]> {
  const latest = await db
    .selectFrom('tag_gap')
    .select(['begins as from', 'ends as to'])
    .where('tag_id', '=', tagId)
    .orderBy('begins', 'desc')
    .limit(shownGaps)
    .execute();
  return latest.reverse();
}
