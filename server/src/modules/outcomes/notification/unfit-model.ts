import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { UnfitModel } from '../../protections/pattern/events.ts';
import { notify } from './service.ts';

/** Notifies administrators, the subscribers of the twin, and the user who trained a model that it no longer fits. */
export async function notifyOfUnfitModel(db: Db, { protectionId, notice }: UnfitModel): Promise<void> {
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
  await notify(
    db,
    rows.map(({ name, twinId, userIds }) => ({
      recipients: userIds.map((id) => ({ type: 'user' as const, id })),
      context: 'pattern',
      type: 'unfit',
      twinId,
      message: `${name}: ${notice}`,
      url: `/apps/protections/${protectionId}/train`,
      grouping: `unfit:${protectionId}`,
      time: new Date(),
    })),
  );
}
