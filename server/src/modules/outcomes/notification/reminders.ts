import type { Db } from '../../../platform/database/database.ts';
import type { DueReminder } from '../../records/record/events.ts';
import { notify } from './service.ts';

/** Reminds users of dates of records. */
export async function notifyOfReminders(db: Db, reminders: readonly DueReminder[]): Promise<void> {
  await notify(
    db,
    reminders.map(({ recordId, record, fieldName, field, day, userIds }) => ({
      recipients: userIds.map((id) => ({ type: 'user' as const, id })),
      reach: 'all' as const,
      context: 'record',
      type: 'reminder',
      twinId: null,
      message: `${record}: ${field} is ${day}.`,
      url: `/tools/records/${recordId}`,
      grouping: `reminder:${recordId}:${fieldName}`,
      time: new Date(),
    })),
  );
}
