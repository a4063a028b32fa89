import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Fact } from './mail-text.ts';

/** A notification that waits for the next mail to its user. */
export interface HeldMail {
  twinId: number | null;
  message: string;
  /** Path of the related page. */
  url: string | null;
  grouping: string | null;
  time: Date;
  facts: readonly Fact[];
}

/**
 * Stores a notification until its mail is due. It replaces a notification with the same grouping, and keeps that one's
 * due time.
 * @returns when it is due.
 */
export async function insertHeld(
  db: Db,
  userId: number,
  { twinId, message, url, grouping, time, facts }: HeldMail,
  dueAt: Date,
): Promise<Date> {
  const { rows } = await sql<{ due: Date }>`
    insert into held_mail (user_id, twin_id, message, url, facts, grouping, time_stamp, due_at)
    values (${userId}, ${twinId}, ${message}, ${url}, ${JSON.stringify(facts)}, ${grouping}, ${time}, ${dueAt})
    on conflict (user_id, grouping) where grouping is not null do update
    set twin_id = excluded.twin_id, message = excluded.message, url = excluded.url, facts = excluded.facts,
      time_stamp = excluded.time_stamp, group_count = held_mail.group_count + 1,
      due_at = least(held_mail.due_at, excluded.due_at)
    returning due_at as due`.execute(db);
  return rows[0]!.due;
}

/** Updates when all held notifications of a user are due. @returns whether there are any. */
export async function updateDue(db: Db, userId: number, dueAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('held_mail')
    .set({ due_at: dueAt })
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the due notifications of a user, and returns them with the names of the twins, by twin and time. */
export async function claimHeld(db: Db, userId: number, dueAt: Date) {
  const { rows } = await sql<{
    twinName: string | null;
    message: string;
    url: string | null;
    facts: Fact[];
    count: number;
    time: Date;
  }>`
    with taken as (delete from held_mail where user_id = ${userId} and due_at <= ${dueAt} returning *)
    select asset_name as "twinName", message, url, facts, group_count as count, time_stamp as time
    from taken left join twin on twin.id = twin_id left join asset on asset.id = asset_id
    order by asset_name nulls last, twin_id, time_stamp, taken.id`.execute(db);
  return rows;
}

/** Selects the address and time zone for a user's mails; null if the user has no address or is disabled. */
export async function selectReceiver(
  db: Db,
  userId: number,
): Promise<{ email: string; timeZone: string } | null> {
  const row = await db
    .selectFrom('app_user')
    .select(['email', 'time_zone'])
    .where('id', '=', userId)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return row?.email ? { email: row.email, timeZone: row.time_zone } : null;
}
