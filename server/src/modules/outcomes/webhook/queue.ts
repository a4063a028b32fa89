import type { Db } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';

/** The job that delivers one message. */
export const deliveryJob = 'deliver-webhook';

/** Sends a message after the transaction commits. One message of a webhook is sent at a time. */
export const enqueueDelivery = (
  db: Db,
  { id, webhookId }: { id: number; webhookId: number },
  runAt?: Date,
): Promise<void> =>
  enqueue(
    db,
    deliveryJob,
    { messageId: id },
    { key: `webhook-message-${id}`, queue: `webhook-${webhookId}`, ...(runAt ? { runAt } : {}) },
  );
