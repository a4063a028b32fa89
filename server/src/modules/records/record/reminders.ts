import { mayReadRecords } from '@twinward/contracts/access/access';
import type { FieldDefinition, FieldValues, Reminder } from '@twinward/contracts/records/field';
import { valueIn } from '@twinward/domain/records/conditions';
import { toWall } from '@twinward/domain/time-zone';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { listPermissions } from '../../access/user/service.ts';
import { getTimeZone } from '../../system/setting/service.ts';
import { dayIn } from '../field/service.ts';
import { listTypes, type TypeDefinition } from '../record-type/service.ts';
import { type DueReminder, remindersDue } from './events.ts';
import {
  type DatedField,
  type DueRow,
  deleteOldReminders,
  insertDueReminders,
  shiftDay,
} from './reminder-store.ts';

/** The hour of the day from which reminders are sent, in the plant's time zone. */
const firstHour = 6;
/** Days after its date for which a reminder is still sent, to catch up after downtime. */
const lateDays = 7;
/** Days for which sent reminders are remembered. */
const keptDays = 30;
const remindersPerTransaction = 200;

/** Sends all due reminders, each once. Several processes may run it concurrently. */
export async function sendReminders(db: Db, now = Date.now()): Promise<void> {
  const timeZone = await getTimeZone(db);
  if (new Date(toWall(now, timeZone)).getUTCHours() < firstHour) return;
  const today = dayIn(timeZone, new Date(now));
  await deleteOldReminders(db, shiftDay(today, -keptDays));
  for (const type of await listTypes(db)) {
    for (const field of type.fields.filter(isReminding)) {
      let isLast = false;
      while (!isLast) {
        isLast = await withTransaction(db, (transaction) =>
          sendBlock(transaction, type, field, { today, timeZone }),
        );
      }
    }
  }
}

const isReminding = (field: FieldDefinition): field is DatedField =>
  'reminders' in field && field.reminders.length > 0 && !field.deprecated;

async function sendBlock(
  db: Db,
  type: TypeDefinition,
  field: DatedField,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<boolean> {
  const range = {
    from: shiftDay(today, -lateDays),
    to: shiftDay(today, Math.max(...field.reminders.map(({ daysBefore }) => daysBefore))),
  };
  const { due, isLast } = await insertDueReminders(db, type, field, {
    range,
    today,
    timeZone,
    limit: remindersPerTransaction,
  });
  if (due.length > 0) {
    const toReaders = await findReaders(db, type, field.reminders, due);
    const reminders = due.map(
      (row): DueReminder => ({
        type: type.name,
        id: row.id,
        twinId: row.twinId,
        assetId: row.assetId,
        record: `${type.caption} ${row.title || row.id}`,
        fieldName: field.name,
        field: field.caption,
        day: row.day,
        userIds: toReaders(field.reminders.filter(isDue(row)), row.fields),
      }),
    );
    await remindersDue.emit(
      db,
      reminders.filter(({ userIds }) => userIds.length > 0),
    );
  }
  return isLast;
}

const isDue =
  ({ daysBefore }: DueRow) =>
  (reminder: Reminder): boolean =>
    daysBefore.includes(reminder.daysBefore);

const usersIn = ({ userFields }: Reminder, values: FieldValues): number[] =>
  userFields.flatMap((name) => {
    const value = valueIn(values, name);
    return typeof value === 'number' ? [value] : [];
  });

/** Returns a function that finds the recipients of reminders: enabled users who may read the type. */
async function findReaders(
  db: Db,
  type: TypeDefinition,
  reminders: readonly Reminder[],
  rows: readonly DueRow[],
): Promise<(reminders: readonly Reminder[], values: FieldValues) => number[]> {
  const users = await listPermissions(db, {
    userIds: reminders.flatMap((one) => [
      ...one.userIds,
      ...rows.flatMap(({ fields }) => usersIn(one, fields)),
    ]),
    groups: reminders.flatMap(({ groups }) => groups),
  });
  const readers = users.filter((user) => mayReadRecords(user, type));
  return (due, values) => {
    const ids = new Set(due.flatMap((one) => [...one.userIds, ...usersIn(one, values)]));
    const groups = due.flatMap((one) => one.groups);
    return readers
      .filter(({ userId, groups: own }) => ids.has(userId) || groups.some((name) => own.includes(name)))
      .map(({ userId }) => userId);
  };
}
