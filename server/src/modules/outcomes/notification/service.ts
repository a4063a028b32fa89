import type { Notification, Recipient } from '@twinward/contracts/advisories/notification';
import type { Page } from '@twinward/contracts/core/list';
import { isoWithOffset } from '@twinward/domain/time-zone';
import type { Selectable } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { NotificationTable } from '../../../platform/database/generated/rows.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import { publishTo } from '../../../platform/live/live-events.ts';
import { pageAddress, sendMail } from '../../system/mail/service.ts';
import { scheduleAggregates } from './aggregate.ts';
import { getSettingsOf, preferenceOf, settingsOf } from './settings.ts';
import {
  deleteNotifications,
  deleteOld,
  insertNotifications,
  lockUsers,
  selectNotificationPage,
  selectReaders,
  updateRead,
  type Which,
} from './store.ts';

export { type NewEvent, recordEvents } from './events.ts';

/** So long a notification that was read is kept, in days. */
const keptDays = 90;

/** Something to tell users of. */
export interface NewNotification {
  recipients: readonly Recipient[];
  /** One of the kinds of the contract, by which each user chooses how to be told. */
  context: string;
  type: string;
  twinId: number | null;
  message: string;
  /** Path of the page that shows it. */
  url: string | null;
  /** A new one of the same grouping replaces the one before; null to stand by itself. */
  grouping: string | null;
  time: Date;
  /** What a mail says beside the message and the time, each with its heading. */
  facts?: readonly (readonly [string, string])[];
}

/**
 * Tells users: in the product, on open screens and by mail, as each has chosen. In the caller's transaction,
 * which must not be of repeatable reads; what it tells of is told exactly once if that commits.
 */
export async function notify(db: Db, notifications: readonly NewNotification[]): Promise<void> {
  const told = new Set<number>();
  const plans: { notification: NewNotification; readers: Reader[] }[] = [];
  for (const notification of notifications) {
    const readers = await readersOf(db, notification.recipients);
    plans.push({ notification, readers });
    for (const { id } of readers) told.add(id);
  }
  await lockUsers(db, [...told]);
  for (const { notification, readers } of plans) {
    const { context, type } = notification;
    const choices = readers.map((reader) => {
      const { inApp, email } = preferenceOf(reader.settings, context, type);
      const { dailyAggregate, weeklyAggregate } = reader.settings;
      return { reader, inApp, email, kept: inApp || dailyAggregate || weeklyAggregate };
    });
    const targets = choices
      .filter(({ kept }) => kept)
      .map(({ reader, inApp }) => ({ userId: reader.id, inApp }));
    if (targets.length > 0) await insertNotifications(db, rowOf(notification), targets);
    // Each address once, with the zone of its user; of others the zone of the plant is not theirs either.
    const zones = new Map<string, string>(
      notification.recipients.flatMap((one) =>
        one.type === 'email' && isOn(one) ? [[one.value, 'UTC']] : [],
      ),
    );
    for (const { reader, email } of choices)
      if (email && reader.email) zones.set(reader.email, reader.timeZone);
    for (const [to, timeZone] of zones) await mail(db, to, timeZone, notification);
  }
  await publishTo(db, { type: 'notifications' }, [...told]);
}

const isOn = ({ enabled }: Recipient) => enabled !== false;

interface Reader {
  id: number;
  email: string | null;
  timeZone: string;
  settings: ReturnType<typeof settingsOf>;
}

/** The users among the recipients who may look at twins, each once. */
export async function readersOf(db: Db, recipients: readonly Recipient[]): Promise<Reader[]> {
  const on = recipients.filter(isOn);
  const userIds = on.flatMap((one) => (one.type === 'user' ? [one.id] : []));
  const groups = on.flatMap((one) => (one.type === 'group' ? [one.id] : []));
  if (userIds.length === 0 && groups.length === 0) return [];
  const rows = await selectReaders(db, userIds, groups);
  return rows.map(({ settings, ...reader }) => ({ ...reader, settings: settingsOf(settings) }));
}

async function mail(
  db: Db,
  to: string,
  timeZone: string,
  { message, url, time, facts = [] }: NewNotification,
): Promise<void> {
  const link = url === null ? '' : `\n\n${await pageAddress(db, url)}`;
  // To the minute; the offset tells the passes of a repeated hour apart.
  const when = isoWithOffset(Math.floor(time.getTime() / 60_000) * 60_000, timeZone).replace(
    /T(\d\d:\d\d):00(.*)$/,
    ' $1 ($2, ',
  );
  const lines = facts.length === 0 ? [] : [['When', `${when}${timeZone})`], ...facts];
  const details = lines.map(([heading, text]) => `\n${heading}: ${text}`).join('');
  await sendMail(db, { to, subject: message, text: `${message}${details && `\n${details}`}${link}\n` });
}

function rowOf(notification: NewNotification) {
  return {
    twin_id: notification.twinId,
    source_type: notification.context,
    type: notification.type,
    message: notification.message,
    url: notification.url,
    grouping: notification.grouping,
    time_stamp: notification.time,
  };
}

/** A page of the actor's notifications, latest first, and how many of all are unread. */
export async function listNotifications(
  { tenant, userId }: Actor,
  { onlyUnread, pageNumber, pageSize }: { onlyUnread: boolean; pageNumber: number; pageSize: number },
): Promise<Page<Notification> & { unread: number }> {
  const offset = (pageNumber - 1) * pageSize;
  const page = await selectNotificationPage(tenant.db, userId, { onlyUnread, limit: pageSize, offset });
  return {
    records: page.rows.map(toNotification),
    total: onlyUnread ? page.unread : page.total,
    unread: page.unread,
  };
}

/** @throws AppError `not-found` when a single one is meant and the actor has none such. */
export async function markRead(actor: Actor, which: Which, read: boolean): Promise<void> {
  await changeOwn(actor, which, (db) => updateRead(db, actor.userId, which, read));
}

/** @throws AppError `not-found` when a single one is meant and the actor has none such. */
export async function deleteOwn(actor: Actor, which: Which): Promise<void> {
  await changeOwn(actor, which, (db) => deleteNotifications(db, actor.userId, which));
}

async function changeOwn(
  { tenant, userId }: Actor,
  which: Which,
  change: (db: Db) => Promise<number>,
): Promise<void> {
  await withTransaction(tenant.db, async (transaction) => {
    const count = await change(transaction);
    if (typeof which === 'object') found(count > 0 || null, 'Notification');
    await publishTo(transaction, { type: 'notifications' }, [userId]);
  });
}

/** Has the mails that sum up sent by the user's clock, once their time zone has changed. */
export async function followTimeZone(db: Db, userId: number): Promise<void> {
  await scheduleAggregates(db, userId, await getSettingsOf(db, userId));
}

/** Removes the old notifications that were read or only went into a mail; who has not read one finds it still. */
export function pruneNotifications(db: Db): Promise<void> {
  return deleteOld(db, keptDays);
}

export function toNotification(row: Selectable<NotificationTable>): Notification {
  return {
    id: row.id,
    twinId: row.twin_id,
    sourceType: row.source_type,
    message: row.message,
    read: row.read,
    timeStamp: row.time_stamp.toISOString(),
    url: row.url,
    type: row.type,
    grouping: row.grouping,
    groupCount: row.group_count,
  };
}
