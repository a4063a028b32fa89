import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** The period in which a disk was full. */
export interface FullTime {
  from: Date;
  until: Date;
}

/** The last time the disk was full, if within the last 30 days. */
export async function selectDiskNotice(db: Db): Promise<FullTime | null> {
  const row = await db
    .selectFrom('disk_notice')
    .select(['from_at', 'until_at'])
    .where('until_at', '>', sql<Date>`now() - interval '30 days'`)
    .executeTakeFirst();
  return row ? { from: row.from_at, until: row.until_at } : null;
}

/** Stores when the disk was last full. Returns false if another process has stored it. */
export async function upsertDiskNotice(db: Db, { from, until }: FullTime): Promise<boolean> {
  const { rows } = await sql`
    insert into disk_notice (from_at, until_at) values (${from}, ${until})
    on conflict (only_row) do update set from_at = excluded.from_at, until_at = excluded.until_at
      where disk_notice.until_at < excluded.from_at
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function selectAdministrators(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where enabled and (is_admin or exists (
      select from user_group_member where user_id = app_user.id and group_name = 'ADMINISTRATORS'))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
