import type { MailSettingsChange } from '@twinward/contracts/mail';
import { createTransport } from 'nodemailer';
import type { JobCall, JobKind } from '../../platform/jobs.ts';
import { mailJob } from './service.ts';
import { readSender } from './settings.ts';
import { findMail, updateMail } from './store.ts';

/** Sends one mail; without a mail server it stays in the outbox. */
export const sendMailJob: JobKind<{ mailId: number }> = { name: mailJob, run: send };

async function send({
  tenant: { db },
  payload: { mailId },
  attempt,
  maximumAttempts,
}: JobCall<{ mailId: number }>): Promise<void> {
  const mail = await findMail(db, mailId);
  if (mail?.status !== 'queued') return;
  const sender = await readSender(db);
  if (sender.host === '') return updateMail(db, mailId, { status: 'kept' });
  const domain = sender.from.split('@').at(-1);
  try {
    await createTransport(transportOf(sender)).sendMail({
      from: sender.from,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text ?? '',
      messageId: `<${mail.message_id}@${domain}>`,
      date: mail.created_at,
    });
  } catch (error) {
    const isLast = attempt >= maximumAttempts || isRefusal(error);
    await updateMail(db, mailId, {
      attempts: attempt,
      error: (error as Error).message,
      ...(isLast ? { status: 'failed' } : {}),
    });
    if (isRefusal(error)) return;
    throw error;
  }
  await updateMail(db, mailId, {
    status: 'sent',
    attempts: attempt,
    error: null,
    sent_at: new Date(),
    ...(mail.confidential ? { text: null } : {}),
  });
}

/** A server that answers a recipient or a message by 5xx will do so again. */
function isRefusal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

function transportOf({ host, port, security, userName, password }: MailSettingsChange) {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    // A mail is text: nothing in it names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(userName === '' ? {} : { auth: { user: userName, pass: password ?? '' } }),
  };
}
