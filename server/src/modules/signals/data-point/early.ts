import { type EarlyPointsSetting, earlyPointsSetting } from '@twinward/contracts/system/setting';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { earlySetting, type TagResult } from '../../../series/index.ts';
import { notify } from '../../outcomes/notification/service.ts';
import type { Setting } from '../../system/setting/service.ts';

export const earlyPoints: Setting<EarlyPointsSetting> = {
  name: earlySetting,
  schema: earlyPointsSetting,
  initial: { toleranceMinutes: 10 },
};

/** What a source is told of points that are held. */
export function earlyWarning(early: number): string {
  const points = early === 1 ? '1 point is' : `${early.toLocaleString('en-US')} points are`;
  return `${points} ahead of the clock, and held until then. Check the clock of the source.`;
}

/**
 * Notifies administrators of tags whose points are held, once a day for each tag at most. In the transaction that
 * stores the points.
 */
export async function reportEarly(db: Db, results: readonly TagResult[]): Promise<void> {
  const tagIds = results.filter(({ early }) => early > 0).map(({ tagId }) => tagId);
  if (tagIds.length === 0) return;
  const { rows: tags } = await sql<{ id: number; name: string }>`
    with noted as (
      insert into early_notice (tag_id, at) select unnest(${tagIds.sort((a, b) => a - b)}::int[]), now()
      on conflict (tag_id) do update set at = excluded.at where early_notice.at < now() - interval '1 day'
      returning tag_id
    )
    select id, name from noted join tag on tag.id = tag_id order by name`.execute(db);
  if (tags.length === 0) return;
  const { rows: administrators } = await sql<{ id: number }>`
    select id from app_user where enabled and (is_admin or exists (
      select from user_group_member where user_id = app_user.id and group_name = 'ADMINISTRATORS'))`.execute(
    db,
  );
  await notify(
    db,
    tags.map(({ id, name }) => ({
      recipients: administrators.map((user) => ({ type: 'user' as const, id: user.id })),
      context: 'tag',
      type: 'early',
      twinId: null,
      message: `${name}: points ahead of the clock came, and are held until their time.`,
      url: `/apps/tags/${id}`,
      grouping: `early:${id}`,
      time: new Date(),
    })),
  );
}
