import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** The existing tags with those names. */
export async function selectTagsByName(
  db: Db,
  names: readonly string[],
): Promise<{ id: number; name: string; type: string }[]> {
  return db
    .selectFrom('tag')
    .select(['id', 'name', 'type'])
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .execute();
}

/** The ids of an asset's tags. */
export async function selectTagIdsOfAsset(db: Db, assetId: number): Promise<number[]> {
  const rows = await db.selectFrom('asset_tag').select('tag_id').where('asset_id', '=', assetId).execute();
  return rows.map((row) => row.tag_id);
}
