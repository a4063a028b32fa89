import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { enqueue, type JobKind } from '../../../platform/jobs/jobs.ts';
import { pageAddresses, sendMail } from '../../system/mail/service.ts';
import { claimHeld, selectReceiver } from './held-mail-store.ts';
import { notificationText, whenText } from './mail-text.ts';
import { lockUsers } from './store.ts';

/** One mail with the held notifications of a user, with a section for each twin. */

const jobName = 'send-held-mails';
const mostNotifications = 100;

interface HeldMailsPayload {
  userId: number;
  /** ISO 8601 */
  dueAt: string;
}

/** Enqueues the mail of the notifications held for a user that are due by a time. */
export async function enqueueHeldMails(db: Db, userId: number, dueAt: Date): Promise<void> {
  const due = dueAt.toISOString();
  const payload: HeldMailsPayload = { userId, dueAt: due };
  await enqueue(db, jobName, payload, { key: `held-mails:${userId}:${due}`, runAt: dueAt });
}

/** Sends the due notifications in one mail. Idempotent, since it deletes them. */
export const heldMailsJob: JobKind<HeldMailsPayload> = {
  name: jobName,
  class: 'notice',
  run: ({ tenant, payload: { userId, dueAt } }) =>
    withTransaction(tenant.db, async (db) => {
      await lockUsers(db, [userId]);
      const held = await claimHeld(db, userId, new Date(dueAt));
      const receiver = await selectReceiver(db, userId);
      if (held.length > 0 && receiver !== null) await sendBundle(db, receiver, held);
    }),
};

type Held = Awaited<ReturnType<typeof claimHeld>>[number];

async function sendBundle(
  db: Db,
  { email, timeZone }: { email: string; timeZone: string },
  held: readonly Held[],
): Promise<void> {
  const toAddress = await pageAddresses(db);
  const total = held.reduce((sum, { count }) => sum + count, 0);
  const shown = held.slice(0, mostNotifications);
  const twins = [...new Set(shown.map(({ twinName }) => twinName))];
  const sections = twins.map((twin) => {
    const texts = shown
      .filter(({ twinName }) => twinName === twin)
      .map(({ message, count, facts, time, url }) =>
        notificationText(
          count > 1 ? `${message} (${count} times)` : message,
          [['When', whenText(time, timeZone)], ...facts],
          url === null ? null : toAddress(url),
        ),
      );
    return [`${twin ?? 'Other notifications'}\n`, ...texts].join('\n');
  });
  const left = held.length - shown.length;
  if (left > 0) sections.push(`... and ${left} more: ${toAddress('/home')}\n`);
  const [only] = twins;
  const about = twins.length === 1 && only !== null && left === 0 ? only : 'Twinward';
  await sendMail(db, {
    to: email,
    subject: held.length === 1 ? held[0]!.message : `${about}: ${total} notifications`,
    text: sections.join('\n\n'),
  });
}
