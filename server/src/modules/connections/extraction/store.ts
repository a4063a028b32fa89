import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Selects a group's tags for the work of assets, by type code. */
export async function selectStreamTags(
  db: Db,
  groupId: number,
  wanted: readonly { assetId: number; type: string }[],
) {
  const { rows } = await sql<{ asset_id: number; type: string; tag_id: number }>`
    select asset_id, type, tag_id from stream_tag
    where connection_group_id = ${groupId} and (asset_id, type) in (
      select * from unnest(${wanted.map(({ assetId }) => assetId)}::int[], ${wanted.map(({ type }) => type)}::text[]))`.execute(
    db,
  );
  return rows;
}

export async function insertStreamTags(
  db: Db,
  rows: readonly { connection_group_id: number; asset_id: number; type: string; tag_id: number }[],
): Promise<void> {
  await db
    .insertInto('stream_tag')
    .values([...rows])
    .execute();
}
