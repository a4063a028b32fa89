import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Selects a protection that is set aside, with the subscribers of its twin; null for others. */
export async function selectSetAsideProtection(
  db: Db,
  id: number,
): Promise<{ name: string; twinId: number; subscribers: number[] } | null> {
  const { rows } = await sql<{ name: string; twinId: number; subscribers: number[] }>`
    select asset_name || ': ' || protection.name as name, twin.id as "twinId",
      array(select user_id from subscription where subscription.twin_id = twin.id) as subscribers
    from protection join twin on twin.id = protection.twin_id join asset on asset.id = asset_id
    where protection.id = ${id} and set_aside_at is not null`.execute(db);
  return rows[0] ?? null;
}

/** Selects a calculated tag that is set aside, with its first asset; null for others. */
export async function selectSetAsideTag(
  db: Db,
  id: number,
): Promise<{ name: string; assetId: number | null } | null> {
  const { rows } = await sql<{ name: string; assetId: number | null }>`
    select name, (select min(asset_id) from asset_tag where tag_id = tag.id) as "assetId"
    from calculation join tag on tag.id = tag_id
    where tag_id = ${id} and set_aside_at is not null`.execute(db);
  return rows[0] ?? null;
}
