import type { ReportSchedule, ReportSubject } from '@twinward/contracts/questions/report-subscription';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

const selectRows = (db: Db) => db.selectFrom('report_subscription').selectAll();
export type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

export const selectSubscriptions = (db: Db, userId: number): Promise<SubscriptionRow[]> =>
  selectRows(db).where('user_id', '=', userId).orderBy('id').execute();

/** Serializes inserts for a user until the transaction ends (advisory lock), so that the limit can be checked. */
export async function lockSubscriptionsOfUser(db: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('report subscriptions'), ${userId}::int)`.execute(db);
}

/** Selects subscriptions whose last attempt failed, latest first. */
export const selectFailed = (db: Db, limit: number) =>
  db
    .selectFrom('report_subscription')
    .innerJoin('app_user', 'app_user.id', 'report_subscription.user_id')
    .selectAll('report_subscription')
    .select('app_user.user_name')
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .orderBy('report_subscription.id')
    .limit(limit)
    .execute();

/** Locks a subscription of the user (`FOR UPDATE`); null if it does not exist or belongs to another user. */
export async function lockSubscription(db: Db, userId: number, id: number): Promise<SubscriptionRow | null> {
  const row = await selectRows(db)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

interface SubscriptionFields extends ReportSchedule {
  nextAt: Date;
}

const toColumns = ({ period, hour, timeZone, nextAt }: SubscriptionFields) => ({
  period,
  hour,
  time_zone: timeZone,
  next_at: nextAt,
});

export function insertSubscription(
  db: Db,
  userId: number,
  { subject, name, ...fields }: SubscriptionFields & { subject: ReportSubject; name: string },
): Promise<SubscriptionRow> {
  return db
    .insertInto('report_subscription')
    .values({ user_id: userId, subject: JSON.stringify(subject), name, ...toColumns(fields) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateSubscriptionRow(
  db: Db,
  id: number,
  fields: SubscriptionFields,
): Promise<SubscriptionRow> {
  return db
    .updateTable('report_subscription')
    .set(toColumns(fields))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const deleteSubscriptionRow = tableRows('report_subscription').delete;

/** Selects the subscriptions to a query, with their users. */
export const selectReportsOfQuery = (db: Db, queryId: number) =>
  db
    .selectFrom('report_subscription')
    .innerJoin('app_user', 'app_user.id', 'report_subscription.user_id')
    .select(['report_subscription.id', 'report_subscription.name', 'user_id', 'user_name'])
    .where(sql<SqlBool>`subject ->> 'kind' = 'query' and subject -> 'id' = to_jsonb(${queryId}::int)`)
    .orderBy('user_name')
    .orderBy('report_subscription.id')
    .execute();

/** Requests a mail of the subscription outside its schedule. */
export async function askForMail(db: Db, id: number): Promise<void> {
  await db.updateTable('report_subscription').set({ is_asked: true }).where('id', '=', id).execute();
}

/** Selects subscriptions whose mail is due, those due for the longest time first. */
export const selectDue = (db: Db, now: Date, limit: number): Promise<SubscriptionRow[]> =>
  selectRows(db)
    .where((eb) => eb.or([eb('next_at', '<=', now), eb('is_asked', '=', true)]))
    .orderBy('next_at')
    .limit(limit)
    .execute();

export const hasDueReports = async (db: Db, now: Date): Promise<boolean> =>
  (await selectDue(db, now, 1)).length > 0;

/**
 * Locks a due subscription, with its user; null if another process holds the lock, or the schedule changed since it was
 * read.
 */
export async function lockDue(db: Db, { id, next_at, is_asked }: SubscriptionRow) {
  const row = await db
    .selectFrom('report_subscription')
    .innerJoin('app_user', 'app_user.id', 'report_subscription.user_id')
    .select(['app_user.email', 'app_user.enabled', 'app_user.time_zone'])
    .where('report_subscription.id', '=', id)
    .where('next_at', '=', next_at)
    .where('is_asked', '=', is_asked)
    .forUpdate('report_subscription')
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the failure of a locked subscription, and the time of the next attempt. */
export async function updateFailed(
  db: Db,
  id: number,
  { nextAt, failedAt, failure }: { nextAt: Date; failedAt: Date; failure: string },
): Promise<void> {
  await db
    .updateTable('report_subscription')
    .set({ next_at: nextAt, is_asked: false, failed_at: failedAt, failure, failures: sql`failures + 1` })
    .where('id', '=', id)
    .execute();
}

/** Stores that a locked subscription was processed. `lastAt` is null if no mail was written. */
export async function updateSent(
  db: Db,
  id: number,
  { nextAt, lastAt, name }: { nextAt: Date; lastAt: Date | null; name: string },
): Promise<void> {
  await db
    .updateTable('report_subscription')
    .set({
      next_at: nextAt,
      is_asked: false,
      name,
      last_at: lastAt ?? sql`last_at`,
      failed_at: null,
      failure: null,
      failures: 0,
    })
    .where('id', '=', id)
    .execute();
}
