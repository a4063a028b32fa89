import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { getUserTimeZone } from '../../access/user/service.ts';

export type Period = 'daily' | 'weekly';

/** When the mails of a schedule are due. */
export interface MailSchedule {
  /** weekly: on Mondays; monthly: on the first of the month */
  period: Period | 'monthly';
  hour: number;
  /** IANA name. */
  timeZone: string;
}

const steps = {
  daily: { unit: 'day', length: '1 day' },
  weekly: { unit: 'week', length: '7 days' },
  monthly: { unit: 'month', length: '1 month' },
};

/** Returns the first time after `after` at which a mail of a schedule is due. */
export async function nextMailTime(
  db: Db,
  { period, hour, timeZone }: MailSchedule,
  after: Date,
): Promise<Date> {
  const { unit, length } = steps[period];
  const { rows } = await sql<{ due: Date }>`
    select (case when local < first then first else first + ${length}::interval end) at time zone ${timeZone} as due
    from (
      select local, date_trunc(${unit}, local) + make_interval(hours => ${hour}) as first
      from (select ${after}::timestamptz at time zone ${timeZone} as local) as clock) as days`.execute(db);
  return rows[0]!.due;
}

/** Returns the next 7 a.m. (for a week: on Monday) in the user's time zone. */
export async function nextDue(db: Db, userId: number, period: Period, after: Date): Promise<Date> {
  const timeZone = await getUserTimeZone(db, userId);
  return nextMailTime(db, { period, hour: 7, timeZone }, after);
}

/** Stores the due time of the next mail. @param mode whether the start of its period is kept */
export async function upsertAggregate(
  db: Db,
  userId: number,
  period: Period,
  { since, dueAt }: { since: Date; dueAt: Date },
  mode: 'keep-since' | 'replace',
): Promise<void> {
  await db
    .insertInto('notification_aggregate')
    .values({ user_id: userId, period, since, due_at: dueAt })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'period'])
        .doUpdateSet({ due_at: dueAt, ...(mode === 'replace' ? { since } : {}) }),
    )
    .execute();
}

export async function deleteAggregate(db: Db, userId: number, period: Period): Promise<void> {
  await db
    .deleteFrom('notification_aggregate')
    .where('user_id', '=', userId)
    .where('period', '=', period)
    .execute();
}

/** Locks the mail that is due at a time; null if it was sent or postponed. */
export async function lockAggregate(db: Db, userId: number, period: Period, dueAt: Date) {
  const row = await db
    .selectFrom('notification_aggregate')
    .innerJoin('app_user', 'app_user.id', 'notification_aggregate.user_id')
    .select(['since', 'due_at', 'email', 'enabled', 'time_zone'])
    .where('user_id', '=', userId)
    .where('period', '=', period)
    .where('due_at', '=', dueAt)
    .forUpdate('notification_aggregate')
    .executeTakeFirst();
  return row ?? null;
}

/** Selects a user's notifications in a period, latest first, with their number. */
export async function selectCreated(db: Db, userId: number, after: Date, upTo: Date, limit: number) {
  return db
    .selectFrom('notification')
    .select(['message', 'time_stamp', 'group_count', 'excursion', sql<number>`count(*) over ()`.as('total')])
    .where('user_id', '=', userId)
    .where('created_at', '>', after)
    .where('created_at', '<=', upTo)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
