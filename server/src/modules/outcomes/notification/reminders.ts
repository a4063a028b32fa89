import { recordPath } from '@twinward/domain/records/record-path';
import type { Db } from '../../../platform/database/database.ts';
import type { DueReminder } from '../../records/record/events.ts';
import { notify } from './service.ts';

/** Notifies users of due reminders for dates of records. */
export async function notifyOfReminders(db: Db, reminders: readonly DueReminder[]): Promise<void> {
  await notify(
    db,
    reminders.map(({ record, fieldName, field, day, userIds, ...target }) => ({
      recipients: userIds.map((id) => ({ type: 'user' as const, id })),
      reach: 'all' as const,
      context: 'record',
      type: 'reminder',
      twinId: target.twinId,
      message: `${record}: ${field} is ${day}.`,
      url: recordPath(target),
      grouping: `reminder:${target.type}:${target.id}:${fieldName}`,
      time: new Date(),
    })),
  );
}
