import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Selects an asset with its twin's start date, and locks it against deletion (`FOR KEY SHARE`). */
export async function selectSubject(db: Db, assetId: number) {
  const row = await db
    .selectFrom('asset')
    .leftJoin('twin', 'twin.asset_id', 'asset.id')
    .select(['asset.id', 'asset.asset_name', 'twin.start_date'])
    .where('asset.id', '=', assetId)
    .forKeyShare('asset')
    .executeTakeFirst();
  return row ?? null;
}

/** Selects the ids of the tags with an asset's work: its own work tags, and those mapped to inputs of its twin. */
export async function selectWorkTags(db: Db, assetId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select tag.id from tag join asset_tag on asset_tag.tag_id = tag.id
    where asset_tag.asset_id = ${assetId} and tag.type = 'work'
    union
    select tag_alias.mapped_tag_id from tag_alias join twin on twin.id = tag_alias.twin_id
    where twin.asset_id = ${assetId} and tag_alias.type = 'work' and tag_alias.mapped_tag_id is not null
    order by 1`.execute(db);
  return rows.map((row) => row.id);
}
