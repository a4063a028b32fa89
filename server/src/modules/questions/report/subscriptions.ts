import type {
  FailedReport,
  NewReportSubscription,
  ReportSchedule,
  ReportSubject,
  ReportSubscription,
} from '@twinward/contracts/questions/report-subscription';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { nextMailTime } from '../../outcomes/notification/service.ts';
import { getDashboard } from '../dashboard/service.ts';
import { getQuery } from '../query/service.ts';
import { audit, subscribeIn, toSubscription } from './subscribe.ts';
import {
  askForMail,
  deleteSubscriptionRow,
  lockSubscription,
  type SubscriptionRow,
  selectFailed,
  selectSubscriptions,
  updateSubscriptionRow,
} from './subscription-store.ts';

/** Lists the actor's subscriptions. */
export async function listSubscriptions({ tenant, userId }: Actor): Promise<ReportSubscription[]> {
  return (await selectSubscriptions(tenant.db, userId)).map(toSubscription);
}

/** Lists the reports of all users whose last attempt failed. */
export async function listFailedReports({ tenant }: Actor): Promise<FailedReport[]> {
  const rows = await selectFailed(tenant.db, 100);
  return rows.map(({ id, name, user_name, failed_at, failure, next_at }) => ({
    id,
    name,
    userName: user_name,
    failedAt: failed_at!.toISOString(),
    failure: failure!,
    nextAt: next_at.toISOString(),
  }));
}

/**
 * @throws AppError `not-found` for a dashboard or query that the actor may not open; `invalid-request` above 50
 *   subscriptions.
 */
export async function createSubscription(
  actor: Actor,
  subscription: NewReportSubscription,
): Promise<ReportSubscription> {
  const name = await getSubjectName(actor, subscription.subject);
  return withTransaction(actor.tenant.db, (db) => subscribeIn(db, actor, name, subscription));
}

/** @throws AppError `not-found`. */
export function updateSubscription(
  actor: Actor,
  id: number,
  schedule: ReportSchedule,
): Promise<ReportSubscription> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await lockOwn(db, actor, id);
    const nextAt = await nextMailTime(db, schedule, new Date());
    const updated = toSubscription(await updateSubscriptionRow(db, id, { ...schedule, nextAt }));
    await audit.updated(db, actor, old, updated);
    return updated;
  });
}

/** @throws AppError `not-found`. */
export function deleteSubscription(actor: Actor, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await lockOwn(db, actor, id);
    await deleteSubscriptionRow(db, id);
    await audit.deleted(db, actor, old);
  });
}

/**
 * Requests a report outside its schedule.
 * @throws AppError `not-found`.
 */
export function askForReport(actor: Actor, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockOwn(db, actor, id);
    await askForMail(db, id);
    await publish(db, { type: 'changed', kind: 'report-subscription' }, actor.userId);
  });
}

/** Deletes a subscription whose user may no longer open its dashboard or query. */
export async function endSubscriptionIn(db: Db, row: SubscriptionRow): Promise<void> {
  const ended = toSubscription(row);
  await deleteSubscriptionRow(db, row.id);
  await audit.deleted(db, null, ended);
}

/**
 * Returns the name of the dashboard or query of a report.
 * @throws AppError `not-found`.
 */
async function getSubjectName(actor: Doer, subject: ReportSubject): Promise<string> {
  const { name } =
    subject.kind === 'dashboard' ? await getDashboard(actor, subject.id) : await getQuery(actor, subject.id);
  return name;
}

async function lockOwn(db: Db, { userId }: Actor, id: number): Promise<ReportSubscription> {
  return toSubscription(found(await lockSubscription(db, userId, id), 'Subscription'));
}
