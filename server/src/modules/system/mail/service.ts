import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Mail } from '@twinward/contracts/system/mail';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { getMailSettings } from './settings.ts';
import { deleteSent, insertMail, selectMailPage } from './store.ts';

/** Days for which sent mails are kept. */
const keptDays = 90;

/** The job that sends one mail. */
export const mailJob = 'send-mail';

export interface NewMail {
  to: string;
  subject: string;
  text: string;
  /** Contains what only its recipient may read, such as a token. */
  confidential?: boolean;
}

/** Sends a mail after the caller's transaction commits: at least once, with one Message-ID. */
export async function sendMail(db: Db, { to, subject, text, confidential = false }: NewMail): Promise<void> {
  const mailId = await insertMail(db, { recipient: to, subject, text, confidential });
  await enqueue(db, mailJob, { mailId });
}

/** The URL of a page of the product, for mails. @param path starts with a slash. */
export async function pageAddress(db: Db, path: string): Promise<string> {
  const { publicAddress } = await getMailSettings(db);
  return publicAddress.replace(/\/+$/, '') + path;
}

export async function listOutbox(actor: Actor, request: ListRequest): Promise<Page<Mail>> {
  const { records: rows, total } = await selectMailPage(actor.tenant.db, request);
  const records = rows.map((row) => ({
    id: row.id,
    messageId: row.message_id,
    to: row.recipient,
    subject: row.subject,
    // A user who may only change settings must not take over an account with its mail.
    text: row.confidential && !actor.isAdmin ? null : row.text,
    confidential: row.confidential,
    status: row.status,
    attempts: row.attempts,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  }));
  return { records, total };
}

/** Deletes old sent mails. */
export function pruneMails(db: Db): Promise<void> {
  return deleteSent(db, keptDays);
}
