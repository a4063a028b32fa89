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

/** Days for which a read notification is kept. */
const keptDays = 90;

/** A notification to send. */
export interface NewNotification {
  recipients: readonly Recipient[];
  /** A kind of the contract, for which each user chooses the channels. */
  context: string;
  type: string;
  twinId: number | null;
  message: string;
  /** Path of the related page. */
  url: string | null;
  /** A new notification replaces an earlier one with the same grouping; null to replace none. */
  grouping: string | null;
  time: Date;
  /** Additional lines of the mail, each with its heading. */
  facts?: readonly (readonly [string, string])[];
}

/**
 * Notifies users in the product, on open screens and by mail, by their settings. Runs in the caller's transaction,
 * which must not be repeatable read; the notifications are sent exactly once if it commits.
 */
export async function notify(db: Db, notifications: readonly NewNotification[]): Promise<void> {
  const told = new Set<number>();
  const plans: { notification: NewNotification; readers: Reader[] }[] = [];
  for (const notification of notifications) {
    const readers = await resolveReaders(db, notification.recipients);
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
    if (targets.length > 0) await insertNotifications(db, toRow(notification), targets);
    // Each address once, in the time zone of its user; plain addresses get the plant's zone.
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

/** The distinct users among the recipients who may view twins. */
export async function resolveReaders(db: Db, recipients: readonly Recipient[]): Promise<Reader[]> {
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
  // To the minute; the offset distinguishes the passes of a repeated hour.
  const when = isoWithOffset(Math.floor(time.getTime() / 60_000) * 60_000, timeZone).replace(
    /T(\d\d:\d\d):00(.*)$/,
    ' $1 ($2, ',
  );
  const lines = facts.length === 0 ? [] : [['When', `${when}${timeZone})`], ...facts];
  const details = lines.map(([heading, text]) => `\n${heading}: ${text}`).join('');
  await sendMail(db, { to, subject: message, text: `${message}${details && `\n${details}`}${link}\n` });
}

function toRow(notification: NewNotification) {
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

/** A page of the actor's notifications, latest first, and the number of unread ones. */
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

/** @throws AppError `not-found` when the actor has no such notification. */
export async function markRead(actor: Actor, which: Which, read: boolean): Promise<void> {
  await changeOwn(actor, which, (db) => updateRead(db, actor.userId, which, read));
}

/** @throws AppError `not-found` when the actor has no such notification. */
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

/** Reschedules a user's summary mails after a change of time zone. */
export async function followTimeZone(db: Db, userId: number): Promise<void> {
  await scheduleAggregates(db, userId, await getSettingsOf(db, userId));
}

/** Deletes old notifications that were read or only mailed; unread ones are kept. */
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
