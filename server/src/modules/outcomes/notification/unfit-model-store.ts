import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/**
 * Selects the protection of a model in service, with the administrators, the subscribers of its twin, and the user who
 * trained the model; null without a model in service.
 */
export async function selectModelInService(
  db: Db,
  protectionId: number,
): Promise<{ name: string; twinId: number; userIds: number[] } | null> {
  const { rows } = await sql<{ name: string; twinId: number; userIds: number[] }>`
    select asset_name || ': ' || protection.name as name, twin.id as "twinId", array(
      select id from app_user
      where is_admin or id = pattern_version.created_by
        or exists (select from subscription where user_id = app_user.id and subscription.twin_id = twin.id)
        or exists (select from user_group_member where user_id = app_user.id and group_name = 'ADMINISTRATORS')
      order by id) as "userIds"
    from protection
    join twin on twin.id = protection.twin_id
    join asset on asset.id = asset_id
    join pattern_set on protection_id = protection.id
    join pattern_version on pattern_version.id = version_in_service_id
    where protection.id = ${protectionId}`.execute(db);
  return rows[0] ?? null;
}
