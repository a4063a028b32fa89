import type { Db } from '../../../platform/database/database.ts';
import { enqueue, enqueueAll } from '../../../platform/jobs/jobs.ts';
import { releaseWaiting } from './message-store.ts';

/** The job that delivers one message. */
export const deliveryJob = 'deliver-webhook';

interface Waiting {
  id: number;
  webhookId: number;
}

/** The queue ensures that one message of a webhook is sent at a time. */
const toPlace = ({ id, webhookId }: Waiting) => ({
  key: `webhook-message-${id}`,
  queue: `webhook-${webhookId}`,
});

/** Enqueues messages, with one statement. They are sent after the transaction commits. */
export const enqueueDeliveries = (db: Db, messages: readonly Waiting[]): Promise<void> =>
  enqueueAll(
    db,
    deliveryJob,
    messages.map((message) => ({ payload: { messageId: message.id }, ...toPlace(message) })),
  );

/** Enqueues a message to be sent later. */
export const enqueueRetry = (db: Db, message: Waiting, runAt: Date): Promise<void> =>
  enqueue(db, deliveryJob, { messageId: message.id }, { ...toPlace(message), runAt });

/** Enqueues all waiting messages of a webhook to be sent now. */
export async function enqueueWaiting(db: Db, webhookId: number): Promise<void> {
  const waiting = await releaseWaiting(db, webhookId);
  await enqueueDeliveries(
    db,
    waiting.map((id) => ({ id, webhookId })),
  );
}
