import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { notify } from './service.ts';

/** Notifies administrators of tags whose points are ahead of the clock. */
export async function notifyOfEarlyPoints(
  db: Db,
  { tags }: { tags: readonly { id: number; name: string }[] },
): Promise<void> {
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
      message: `${name}: points with a future time arrived. They are held until their time.`,
      url: `/apps/tags/${id}`,
      grouping: `early:${id}`,
      time: new Date(),
    })),
  );
}
