import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for the time of a tag's newest point, in epoch milliseconds; null for a tag without points. Two
 * primary-key lookups: fast enough to sort by (60 ms for 21,000 tags).
 */
export function latestTimeExpression(tagId: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`greatest(
    (select time from data_point_hot where tag_id = ${tagId} order by time desc limit 1),
    (select t1 from data_point_chunk where tag_id = ${tagId} order by t0 desc limit 1))`;
}
