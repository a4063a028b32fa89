import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Mail } from '@twinward/contracts/system/mail';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { getRetention } from '../setting/service.ts';
import { getMailSettings } from './settings.ts';
import { deleteSent, insertMail, insertPictures, selectMailPage, selectPicture } from './store.ts';

export { resealMailPassword } from './settings.ts';

/** The job that sends one mail. */
export const mailJob = 'send-mail';

export interface NewMail {
  to: string;
  subject: string;
  text: string;
  /** The same text as HTML, with its pictures as `cid:NAME`. */
  html?: string;
  pictures?: readonly MailPicture[];
  /** Whether it contains text that only its recipient may read, such as a token. */
  confidential?: boolean;
}

export interface MailPicture {
  /** Content id: letters, digits and hyphens. */
  name: string;
  /** Text alternative. */
  description: string;
  /** PNG */
  data: Uint8Array;
}

/** Sends a mail after the caller's transaction commits: at least once, with one Message-ID. */
export async function sendMail(
  db: Db,
  { to, subject, text, html, pictures = [], confidential = false }: NewMail,
): Promise<void> {
  const mailId = await insertMail(db, { recipient: to, subject, text, html: html ?? null, confidential });
  await insertPictures(db, mailId, pictures);
  await enqueue(db, mailJob, { mailId });
}

/** Returns the URL of a page of the application, for mails. @param path starts with a slash */
export async function pageAddress(db: Db, path: string): Promise<string> {
  return (await pageAddresses(db))(path);
}

/** Returns a function that returns the URL of a page of the application, for mails with several URLs. */
export async function pageAddresses(db: Db): Promise<(path: string) => string> {
  const { publicAddress } = await getMailSettings(db);
  const base = publicAddress.replace(/\/+$/, '');
  return (path) => base + path;
}

export async function listOutbox(actor: Actor, request: ListRequest): Promise<Page<Mail>> {
  const { records: rows, total } = await selectMailPage(actor.tenant.db, request);
  const records = rows.map((row) => ({
    id: row.id,
    messageId: row.message_id,
    to: row.recipient,
    subject: row.subject,
    // A user who may only change settings must not take over an account by reading its mail.
    text: row.confidential && !actor.isAdmin ? null : row.text,
    confidential: row.confidential,
    pictures: row.pictures,
    status: row.status,
    attempts: row.attempts,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  }));
  return { records, total };
}

/** Returns a picture of a mail as PNG. @throws AppError `not-found`. */
export async function getMailPicture(db: Db, mailId: number, name: string): Promise<Buffer> {
  return found(await selectPicture(db, mailId, name), 'Picture');
}

/** Deletes old sent mails. */
export async function pruneMails(db: Db): Promise<void> {
  await deleteSent(db, (await getRetention(db)).mailDays);
}
