import { type Recipient, recipient } from '@twinward/contracts/advisories/notification';
import { formatSpan } from '@twinward/domain/duration';
import { aliasReferences } from '@twinward/domain/language';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { latestPoints } from '../../../series/index.ts';
import { type EventRow, notifyJob, takeEvents } from './events.ts';
import { type NewNotification, notify, resolveReaders } from './service.ts';

export { aggregateMailJob } from './aggregate.ts';
export { notifyOfSetAsideJob } from './set-aside.ts';

const eventsPerBatch = 200;

/** Creates the notifications of evaluation events and deletes the events, in one transaction. */
export const notifyOfEventsJob: JobKind<object> = {
  name: notifyJob,
  class: 'notice',
  async run({ tenant, signal }) {
    for (;;) {
      signal.throwIfAborted();
      const count = await withTransaction(tenant.db, tell);
      if (count < eventsPerBatch) return;
    }
  },
};

async function tell(db: Db): Promise<number> {
  const events = await takeEvents(db, eventsPerBatch);
  const notifications: NewNotification[] = [];
  const told = new Set<string>();
  // Recipients of a threshold's action are not notified again as subscribers.
  const actionsFirst = [...events].sort((a, b) => Number(a.action === null) - Number(b.action === null));
  for (const event of actionsFirst) {
    const wanted = toRecipients(event);
    const users: Recipient[] = [];
    for (const { id } of await resolveReaders(db, wanted)) {
      const key = `${id} ${event.threshold_id} ${event.direction} ${event.at.getTime()}`;
      if (!told.has(key)) users.push({ type: 'user', id });
      told.add(key);
    }
    const recipients = [...users, ...wanted.filter(({ type }) => type === 'email')];
    if (recipients.length > 0)
      notifications.push({ ...toNotification(event, recipients), facts: await readFacts(db, event) });
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
    url: `/apps/twins/${event.twin_id}/protections`,
    grouping: `threshold:${event.threshold_id}`,
    time: event.at,
  };
}

/** The threshold, its values, and the duration of an excursion that ended. */
async function readFacts(db: Db, event: EventRow): Promise<[string, string][]> {
  const named = new Set(aliasReferences(event.logic).map(({ name }) => name));
  const inputs = event.inputs.filter(({ alias }) => named.has(alias));
  const values = await latestPoints(
    db,
    inputs.map(({ tagId }) => tagId),
    event.at.getTime() + 1,
  );
  const texts = inputs.flatMap(({ alias, tagId, unit }) => {
    const value = values.get(tagId)?.value ?? null;
    return value === null ? [] : [`${alias} ${value}${unit === null || unit === '1' ? '' : ` ${unit}`}`];
  });
  return [
    ['What', `${event.logic}${event.level === null ? '' : `, level ${event.level}`}`],
    ...(texts.length === 0 ? [] : [['Values', texts.join(', ')] as [string, string]]),
    ...(event.begun === null
      ? []
      : [['Lasted', formatSpan(event.at.getTime() - event.begun.getTime())] as [string, string]]),
  ];
}
