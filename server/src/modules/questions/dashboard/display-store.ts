import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

const selectRows = (db: Db) =>
  db
    .selectFrom('display')
    .innerJoin('app_user', 'app_user.id', 'display.user_id')
    .select([
      'display.id',
      'display.name',
      'display.dashboards',
      'display.seconds',
      'display.user_id',
      'display.created_at',
      'display.expires_at',
      'display.last_seen_at',
      'app_user.user_name',
      'app_user.time_zone',
    ]);
export type DisplayRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** @param userId the owner; null for the displays of all users */
export function selectDisplays(db: Db, userId: number | null): Promise<DisplayRow[]> {
  return selectRows(db)
    .$if(userId !== null, (query) => query.where('display.user_id', '=', userId!))
    .orderBy('display.name')
    .orderBy('display.id')
    .execute();
}

export async function selectDisplay(db: Db, id: number): Promise<DisplayRow | null> {
  return (await selectRows(db).where('display.id', '=', id).executeTakeFirst()) ?? null;
}

/** Selects the display with a token that has not expired. */
export async function selectOpenDisplay(db: Db, tokenHash: Buffer): Promise<DisplayRow | null> {
  const row = await selectRows(db)
    .where('display.token_hash', '=', tokenHash)
    .where('display.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

const rows = tableRows('display');
export const insertDisplay = rows.insert;
export const deleteDisplayRow = rows.delete;

/** Records that the display is open, to the hour: writes at most once an hour. */
export async function updateLastSeen(db: Db, id: number): Promise<void> {
  await sql`
    update display set last_seen_at = date_trunc('hour', now())
    where id = ${id} and last_seen_at is distinct from date_trunc('hour', now())`.execute(db);
}
