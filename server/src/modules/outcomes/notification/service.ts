import type { MailDelivery } from '@twinward/contracts/advisories/mail-delivery';
import {
  type NotificationPreference,
  type NotificationSettings,
  type NotifiedExcursion,
  notificationSettings,
  type Recipient,
} from '@twinward/contracts/advisories/notification';
import { notificationKinds } from '@twinward/contracts/advisories/notification-kinds';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { publishTo } from '../../../platform/live/live-events.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import {
  getRetention,
  getTimeZone,
  getUserSetting,
  type Setting,
  writeUserSetting,
} from '../../system/setting/service.ts';
import { scheduleAggregates } from './aggregate.ts';
import { getMailDelivery, mailNow, mailToUser, rescheduleHeld, toDelivery } from './mail-delivery.ts';
import type { Fact } from './mail-text.ts';
import { deleteOld, insertNotifications, lockUsers, selectReaders } from './store.ts';

export { nextMailTime } from './aggregate-store.ts';
export {
  selectAdministrators as listAdministrators,
  selectConnectionManagers as listConnectionManagers,
} from './recipient-store.ts';
export {
  pictureWidth,
  type SummaryRequest,
  type SummarySection,
  type SummaryTable,
  sectionText,
  summaryAsked,
  summaryHtml,
} from './summary.ts';

/** A notification to send. */
export interface NewNotification {
  recipients: readonly Recipient[];
  /**
   * `all`: include users who may not view twins, if the caller has checked what they may read. By default, they are
   * left out.
   */
  reach?: 'all';
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
  /** Level of the threshold of an excursion; null or absent if none exists. */
  level?: number | null;
  /** Reads the details of its excursion; called at most once, and only if the notification is kept or mailed. */
  details?: () => Promise<NotificationDetails>;
}

/** The details of an excursion for a notification. */
export interface NotificationDetails {
  excursion: NotifiedExcursion;
  /** Returns additional lines of the mail, with times in a time zone. */
  facts(timeZone: string): readonly Fact[];
}

/** The notification that a user keeps for a grouping: the last one. */
interface Kept {
  notification: NewNotification;
  userId: number;
  inApp: boolean;
  /** The number of notifications that it represents. */
  count: number;
}

/**
 * Notifies users in the application, on open screens and by mail, by their settings. Runs in the caller's transaction,
 * which must not be repeatable read. If it commits, the notifications are sent exactly once.
 */
export async function notify(db: Db, notifications: readonly NewNotification[]): Promise<void> {
  const readerIds = new Set<number>();
  const plans: { notification: NewNotification; readers: Reader[] }[] = [];
  const findReaders = rememberReaders(db);
  const findDetails = rememberDetails();
  for (const notification of notifications) {
    const readers = await findReaders(notification.recipients, notification.reach);
    plans.push({ notification, readers });
    for (const { id } of readers) readerIds.add(id);
  }
  await lockUsers(db, [...readerIds]);
  const kept = new Map<string, Kept>();
  for (const [index, { notification, readers }] of plans.entries()) {
    const { context, type, grouping } = notification;
    const choices = readers.map((reader) => {
      const { inApp, email } = findPreference(reader.settings, context, type);
      const { dailyAggregate, weeklyAggregate } = reader.settings;
      return { reader, inApp, email, kept: inApp || dailyAggregate || weeklyAggregate };
    });
    for (const { reader, inApp } of choices.filter((choice) => choice.kept)) {
      const userId = reader.id;
      const key = grouping === null ? `${userId} alone ${index}` : `${userId} in ${grouping}`;
      const count = (kept.get(key)?.count ?? 0) + 1;
      kept.set(key, { notification, userId, inApp, count });
    }
    await mailAll(
      db,
      notification,
      choices.filter(({ email }) => email).map(({ reader }) => reader),
      findDetails,
    );
  }
  for (const { notification } of plans) {
    const targets = [...kept.values()].filter((one) => one.notification === notification);
    if (targets.length === 0) continue;
    const excursion = (await findDetails(notification))?.excursion ?? null;
    await insertNotifications(db, toRow(notification, excursion), targets);
  }
  await publishTo(db, { type: 'notifications' }, [...readerIds]);
}

const isOn = ({ enabled }: Recipient) => enabled !== false;

interface Reader {
  id: number;
  email: string | null;
  timeZone: string;
  settings: ReturnType<typeof toSettings>;
  delivery: MailDelivery;
}

/** Returns the distinct users among the recipients; by default only those who may view twins. */
export async function resolveReaders(
  db: Db,
  recipients: readonly Recipient[],
  reach?: 'all',
): Promise<Reader[]> {
  const on = recipients.filter(isOn);
  const userIds = on.flatMap((one) => (one.type === 'user' ? [one.id] : []));
  const groups = on.flatMap((one) => (one.type === 'group' ? [one.id] : []));
  if (userIds.length === 0 && groups.length === 0) return [];
  const rows = await selectReaders(db, userIds, groups, reach === 'all');
  return rows.map(({ settings, delivery, ...reader }) => ({
    ...reader,
    settings: toSettings(settings),
    delivery: toDelivery(delivery),
  }));
}

/** Returns a cached `resolveReaders`, since a burst has many notifications for the same recipients. */
export function rememberReaders(db: Db) {
  const known = new Map<string, Promise<Reader[]>>();
  return (recipients: readonly Recipient[], reach?: 'all'): Promise<Reader[]> => {
    const key = JSON.stringify([recipients, reach]);
    const readers = known.get(key) ?? resolveReaders(db, recipients, reach);
    known.set(key, readers);
    return readers;
  };
}

type FindDetails = (notification: NewNotification) => Promise<NotificationDetails | undefined>;

/** Returns a function that reads the details of each notification once. */
function rememberDetails(): FindDetails {
  const known = new Map<NewNotification, Promise<NotificationDetails>>();
  return async (notification) => {
    const details = known.get(notification) ?? notification.details?.();
    if (details) known.set(notification, details);
    return details;
  };
}

/**
 * Mails a notification once to each address: to plain addresses at once, in the plant's time zone unless the address is
 * a reader's; to readers as each has chosen.
 */
async function mailAll(
  db: Db,
  notification: NewNotification,
  readers: readonly Reader[],
  findDetails: FindDetails,
): Promise<void> {
  const factsIn = async (timeZone: string) => (await findDetails(notification))?.facts(timeZone) ?? [];
  const plain = notification.recipients.flatMap((one) =>
    one.type === 'email' && isOn(one) ? [one.value] : [],
  );
  const mailed = new Set(plain);
  for (const to of mailed) {
    const reader = readers.find(({ email }) => email === to);
    const timeZone = reader?.timeZone ?? (await getTimeZone(db));
    await mailNow(db, to, timeZone, notification, await factsIn(timeZone));
  }
  for (const { email, ...reader } of readers) {
    if (!email || mailed.has(email)) continue;
    mailed.add(email);
    await mailToUser(db, { email, ...reader }, notification, factsIn);
  }
}

function toRow(notification: NewNotification, excursion: NotifiedExcursion | null) {
  return {
    twin_id: notification.twinId,
    source_type: notification.context,
    type: notification.type,
    message: notification.message,
    url: notification.url,
    grouping: notification.grouping,
    time_stamp: notification.time,
    excursion,
  };
}

/** Returns the default: in the application, without mail. */
function initialPreference({ context, type }: { context: string; type: string }): NotificationPreference {
  return { context, type, inApp: true, email: false };
}

const setting: Setting<NotificationSettings> = {
  name: 'notification',
  schema: notificationSettings,
  initial: {
    notifications: notificationKinds.map(initialPreference),
    dailyAggregate: false,
    weeklyAggregate: false,
  },
};

/** Returns the stored settings, completed with new kinds. */
function complete(settings: NotificationSettings): NotificationSettings {
  return {
    ...settings,
    notifications: notificationKinds.map((kind) => findPreference(settings, kind.context, kind.type)),
  };
}

/** Returns a user's settings for one kind. */
function findPreference(
  { notifications }: NotificationSettings,
  context: string,
  type: string,
): NotificationPreference {
  const chosen = notifications.find((one) => one.context === context && one.type === type);
  return chosen ?? initialPreference({ context, type });
}

/** Returns the stored settings, or the defaults. */
function toSettings(stored: unknown): NotificationSettings {
  const parsed = notificationSettings.safeParse(stored);
  return parsed.success ? parsed.data : setting.initial;
}

export async function getNotificationSettings(db: Db, userId: number): Promise<NotificationSettings> {
  return complete(await getUserSetting(db, userId, setting));
}

/** @throws AppError `invalid-request` for an unknown kind. */
export async function writeNotificationSettings(
  { tenant, userId }: Actor,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  const isKind = ({ context, type }: NotificationPreference) =>
    notificationKinds.some((kind) => kind.context === context && kind.type === type);
  const unknown = settings.notifications.findIndex((one) => !isKind(one));
  if (unknown >= 0) {
    const { context, type } = settings.notifications[unknown]!;
    const path = `notifications.${unknown}`;
    refuseProblems([{ path, message: `There is no notification '${type}' of '${context}'.` }]);
  }
  return withTransaction(tenant.db, async (transaction) => {
    const written = await writeUserSetting(transaction, userId, setting, complete(settings));
    await scheduleAggregates(transaction, userId, written);
    return written;
  });
}

/** Reschedules the mails of a user after a change of time zone. */
export async function followTimeZone(db: Db, userId: number): Promise<void> {
  await scheduleAggregates(db, userId, await getNotificationSettings(db, userId));
  await rescheduleHeld(db, userId, await getMailDelivery(db, userId));
}

/** Deletes old notifications that were read or only mailed. Unread ones are kept. */
export async function pruneNotifications(db: Db): Promise<void> {
  await deleteOld(db, (await getRetention(db)).notificationDays);
}
