import type { Db } from '../../../platform/database/database.ts';
import { deleteOldMessages } from './message-store.ts';

export { createDeliveryJob } from './deliver.ts';

/** Number of days for which the log of webhooks is kept. */
const logDays = 30;

export const pruneWebhookLog = (db: Db): Promise<void> => deleteOldMessages(db, logDays);
