import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Mail } from '@twinward/contracts/system/mail';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { getMailSettings } from './settings.ts';
import { deleteSent, insertMail, selectMailPage } from './store.ts';

/** So long a sent mail is kept, in days. */
const keptDays = 90;

/** The job that sends one mail. */
export const mailJob = 'send-mail';

export interface NewMail {
  to: string;
  subject: string;
  text: string;
  /** Holds what only its recipient may read, such as a token. */
  confidential?: boolean;
}

/** Sends a mail once the caller's transaction commits: at least once, under one Message-ID. */
export async function sendMail(db: Db, { to, subject, text, confidential = false }: NewMail): Promise<void> {
  const mailId = await insertMail(db, { recipient: to, subject, text, confidential });
  await enqueue(db, mailJob, { mailId });
}

/** The address of one of the product's pages, for a mail. @param path with a slash first. */
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
    // Who may only change settings must not take a user over by their mail.
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

/** Removes the sent mails that are old. */
export function pruneMails(db: Db): Promise<void> {
  return deleteSent(db, keptDays);
}
