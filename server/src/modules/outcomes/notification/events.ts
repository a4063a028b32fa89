import { type Recipient, recipient } from '@twinward/contracts/advisories/notification';
import { excursionPath } from '@twinward/domain/excursion-path';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { enqueue, type JobKind } from '../../../platform/jobs/jobs.ts';
import { readDetails } from './excursion-details.ts';
import { type NewNotification, notify, rememberReaders } from './service.ts';
import { claimEvents, type EventRow, insertFired, insertOpened, type Opened } from './store.ts';

const notifyJob = 'notify';
const eventsPerBatch = 200;

/** Stores opened excursions of twins with subscribers for the notification job, in the caller's transaction. */
export async function recordOpened(db: Db, opened: readonly Opened[]): Promise<void> {
  if (opened.length === 0) return;
  if (await insertOpened(db, opened)) await enqueue(db, notifyJob, {});
}

/**
 * Stores fired notify actions for the notification job, in the caller's transaction.
 * @param fired a query of protection_id, threshold_id, direction, at, action. Actions may name all users, so they are
 *   not read into memory.
 */
export async function recordFired(db: Db, fired: RawBuilder<unknown>): Promise<void> {
  await insertFired(db, fired);
  await enqueue(db, notifyJob, {});
}

/** Creates the notifications of evaluation events, and deletes the events, in one transaction. */
export const notifyOfEventsJob: JobKind<object> = {
  name: notifyJob,
  class: 'notice',
  async run({ tenant, signal }) {
    for (;;) {
      signal.throwIfAborted();
      const count = await withTransaction(tenant.db, notifyOfEvents);
      if (count < eventsPerBatch) return;
    }
  },
};

async function notifyOfEvents(db: Db): Promise<number> {
  const events = await claimEvents(db, eventsPerBatch);
  const notifications: NewNotification[] = [];
  const notified = new Set<string>();
  // Recipients of a threshold's action are not notified again as subscribers.
  const findReaders = rememberReaders(db);
  const actionsFirst = [...events].sort((a, b) => Number(a.action === null) - Number(b.action === null));
  for (const event of actionsFirst) {
    const wanted = toRecipients(event);
    const users: Recipient[] = [];
    for (const { id } of await findReaders(wanted)) {
      const key = `${id} ${event.threshold_id} ${event.direction} ${event.at.getTime()}`;
      if (!notified.has(key)) users.push({ type: 'user', id });
      notified.add(key);
    }
    const recipients = [...users, ...wanted.filter(({ type }) => type === 'email')];
    if (recipients.length > 0)
      notifications.push({ ...toNotification(event, recipients), details: () => readDetails(db, event) });
  }
  if (notifications.length > 0) await notify(db, notifications);
  return events.length;
}

const notifyAction = z.object({
  who: z.array(z.unknown()).default([]),
  notifySubscribers: z.boolean().default(false),
});

function toRecipients({ action, subscriber_ids }: EventRow): Recipient[] {
  const subscribers = subscriber_ids.map((id): Recipient => ({ type: 'user', id }));
  if (action === null) return subscribers;
  const parsed = notifyAction.safeParse(action);
  if (!parsed.success) return [];
  const who = parsed.data.who.flatMap((one) => {
    const known = recipient.safeParse(one);
    return known.success ? [known.data] : [];
  });
  return parsed.data.notifySubscribers ? [...who, ...subscribers] : who;
}

function toNotification(event: EventRow, recipients: readonly Recipient[]): NewNotification {
  const verb = event.direction === 'enter' ? 'began' : 'ended';
  return {
    recipients,
    ...(event.action === null
      ? { context: 'twin', type: 'excursion' }
      : { context: 'protection', type: 'threshold' }),
    twinId: event.twin_id,
    message: `${event.asset_name}: ${event.threshold_name} of ${event.protection_name} ${verb}.`,
    url: excursionPath({
      twinId: event.twin_id,
      start: (event.begun ?? event.at).getTime(),
      end: event.at.getTime(),
    }),
    grouping: `threshold:${event.threshold_id}`,
    time: event.at,
    level: event.level,
  };
}
