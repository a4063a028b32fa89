import {
  maximumSubscriptions,
  type NewReportSubscription,
  type ReportSubscription,
} from '@twinward/contracts/questions/report-subscription';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { AppError } from '../../../platform/errors.ts';
import { nextMailTime } from '../../outcomes/notification/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import {
  insertSubscription,
  lockSubscriptionsOfUser,
  type SubscriptionRow,
  selectSubscriptions,
} from './subscription-store.ts';

/**
 * Subscribes the actor, who may read the dashboard or query, to its report.
 * @param name name of the dashboard or query
 * @throws AppError `invalid-request` above 50 subscriptions.
 */
export async function subscribeIn(
  db: Db,
  actor: Doer,
  name: string,
  { subject, ...schedule }: NewReportSubscription,
): Promise<ReportSubscription> {
  await lockSubscriptionsOfUser(db, actor.userId);
  if ((await selectSubscriptions(db, actor.userId)).length >= maximumSubscriptions) {
    throw new AppError('invalid-request', `At most ${maximumSubscriptions} reports are mailed to a user.`);
  }
  const row = await insertSubscription(db, actor.userId, {
    subject,
    name,
    ...schedule,
    nextAt: await nextMailTime(db, schedule, new Date()),
  });
  const created = toSubscription(row);
  await audit.created(db, actor, created);
  return created;
}

export const toSubscription = ({
  user_id,
  failures,
  is_asked,
  ...row
}: SubscriptionRow): ReportSubscription => fromRow(row);

export const audit = new EntityAudit(
  'report-subscription',
  ({ id, name, subject, period, hour, timeZone }: ReportSubscription) => ({
    id,
    name,
    facts: { kind: subject.kind, id: subject.id, period, hour, timeZone },
  }),
);
