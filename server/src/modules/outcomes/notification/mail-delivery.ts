import {
  initialMailDelivery,
  type MailDelivery,
  mailDelivery,
} from '@twinward/contracts/advisories/mail-delivery';
import { urgentLevel } from '@twinward/contracts/advisories/mail-periods';
import { mailDueAt } from '@twinward/domain/mail-due';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { getUserTimeZone } from '../../access/user/service.ts';
import { pageAddress, sendMail } from '../../system/mail/service.ts';
import { getUserSetting, type Setting, writeUserSetting } from '../../system/setting/service.ts';
import { type HeldMail, insertHeld, updateDue } from './held-mail-store.ts';
import { enqueueHeldMails } from './held-mails.ts';
import { type Fact, notificationText, whenText } from './mail-text.ts';
import { lockUsers } from './store.ts';

const setting: Setting<MailDelivery> = {
  name: 'notification-mails',
  schema: mailDelivery,
  initial: initialMailDelivery,
};

/** Returns the stored choice of a user, or the default. */
export function toDelivery(stored: unknown): MailDelivery {
  const parsed = mailDelivery.safeParse(stored);
  return parsed.success ? parsed.data : setting.initial;
}

export const getMailDelivery = (db: Db, userId: number): Promise<MailDelivery> =>
  getUserSetting(db, userId, setting);

/** Stores a user's choice, and reschedules their held mails. */
export function writeMailDelivery({ tenant, userId }: Actor, delivery: MailDelivery): Promise<MailDelivery> {
  return withTransaction(tenant.db, async (transaction) => {
    const written = await writeUserSetting(transaction, userId, setting, delivery);
    await rescheduleHeld(transaction, userId, written);
    return written;
  });
}

/** Updates when the held mails of a user are due, after a change of the choice or of the time zone. */
export async function rescheduleHeld(db: Db, userId: number, delivery: MailDelivery): Promise<void> {
  await lockUsers(db, [userId]);
  const dueAt = new Date(mailDueAt(Date.now(), delivery, await getUserTimeZone(db, userId)));
  if (await updateDue(db, userId, dueAt)) await enqueueHeldMails(db, userId, dueAt);
}

/** A notification that is mailed. */
type MailedNotification = Omit<HeldMail, 'facts'>;

/** Mails a notification now. @param timeZone time zone of the reader */
export async function mailNow(
  db: Db,
  to: string,
  timeZone: string,
  { message, url, time }: MailedNotification,
  facts: readonly Fact[],
): Promise<void> {
  const lines: Fact[] = facts.length === 0 ? [] : [['When', whenText(time, timeZone)], ...facts];
  const link = url === null ? null : await pageAddress(db, url);
  await sendMail(db, { to, subject: message, text: notificationText(message, lines, link) });
}

/** A user who receives mails. */
interface MailReader {
  id: number;
  email: string;
  timeZone: string;
  delivery: MailDelivery;
}

/** Mails a notification to a user now or with others, as the user has chosen. The caller must hold the user's lock. */
export async function mailToUser(
  db: Db,
  { id, email, timeZone, delivery }: MailReader,
  notification: MailedNotification & { level?: number | null },
  readFacts: (timeZone: string) => Promise<readonly Fact[]>,
): Promise<void> {
  const level = notification.level ?? null;
  if (level !== null && delivery.minimumLevel !== null && level < delivery.minimumLevel) return;
  const now = Date.now();
  const isUrgent = delivery.urgentAtOnce && level !== null && level >= urgentLevel;
  const dueAt = isUrgent ? now : mailDueAt(now, delivery, timeZone);
  const facts = await readFacts(timeZone);
  if (dueAt <= now) return mailNow(db, email, timeZone, notification, facts);
  const { twinId, message, url, grouping, time } = notification;
  const firstDue = await insertHeld(db, id, { twinId, message, url, grouping, time, facts }, new Date(dueAt));
  await enqueueHeldMails(db, id, firstDue);
}
