import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/**
 * Stores that points of tags are held.
 * @returns the tags for which this was not stored in the last day, by name.
 */
export async function upsertEarlyNotices(
  db: Db,
  tagIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const sorted = [...tagIds].sort((a, b) => a - b);
  const { rows } = await sql<{ id: number; name: string }>`
    with noted as (
      insert into early_notice (tag_id, at) select unnest(${sorted}::int[]), now()
      on conflict (tag_id) do update set at = excluded.at where early_notice.at < now() - interval '1 day'
      returning tag_id
    )
    select id, name from noted join tag on tag.id = tag_id order by name`.execute(db);
  return rows;
}
