import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { RefusedPeriod } from '../../../platform/database/disk-refusals.ts';

/** Selects the last time the disk was full, if within the last 30 days. */
export async function selectDiskNotice(db: Db): Promise<RefusedPeriod | null> {
  const row = await db
    .selectFrom('disk_notice')
    .select(['from_at', 'until_at'])
    .where('until_at', '>', sql<Date>`now() - interval '30 days'`)
    .orderBy('until_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { from: row.from_at, until: row.until_at } : null;
}

/** Milliseconds. Refusals that are closer together belong to one period, even of different processes. */
const joinedWithin = 10_000;

/** Stores a period, merged with adjacent ones. Returns false if there were adjacent ones. */
export async function insertDiskNotice(db: Db, { from, until }: RefusedPeriod): Promise<boolean> {
  await sql`lock table disk_notice in share row exclusive mode`.execute(db);
  const met = await db
    .deleteFrom('disk_notice')
    .where('from_at', '<', new Date(until.getTime() + joinedWithin))
    .where('until_at', '>', new Date(from.getTime() - joinedWithin))
    .returning(['from_at', 'until_at'])
    .execute();
  await db.deleteFrom('disk_notice').where('until_at', '<', sql<Date>`now() - interval '30 days'`).execute();
  const from_at = new Date(Math.min(from.getTime(), ...met.map((one) => one.from_at.getTime())));
  const until_at = new Date(Math.max(until.getTime(), ...met.map((one) => one.until_at.getTime())));
  await db.insertInto('disk_notice').values({ from_at, until_at }).execute();
  return met.length === 0;
}
