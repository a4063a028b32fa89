import type { Db } from '../../../platform/database/database.ts';
import type { JobCall, JobKind } from '../../../platform/jobs/jobs.ts';
import { mailJob } from './service.ts';
import { getSender } from './settings.ts';
import { selectMail, selectPictures, updateMail } from './store.ts';
import { openTransport } from './transport.ts';

/** Sends one mail. Without a mail server, it stays in the outbox. */
export const sendMailJob: JobKind<{ mailId: number }> = { name: mailJob, class: 'notice', run: send };

async function send({
  tenant,
  payload: { mailId },
  attempt,
  maximumAttempts,
}: JobCall<{ mailId: number }>): Promise<void> {
  const { db } = tenant;
  const mail = await selectMail(db, mailId);
  if (mail?.status !== 'queued') return;
  try {
    const sender = await getSender(tenant);
    if (sender.host === '') return await updateMail(db, mailId, { status: 'kept' });
    const domain = sender.from.split('@').at(-1);
    await openTransport(sender).sendMail({
      from: sender.from,
      // An address object, since a string would be parsed as a list of addresses.
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.text ?? '',
      ...(mail.html === null ? {} : { html: mail.html, attachments: await readAttachments(db, mailId) }),
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

/** Reads the pictures, which the HTML shows by their content ids. */
async function readAttachments(db: Db, mailId: number) {
  return (await selectPictures(db, mailId)).map(({ name, data }) => ({
    cid: name,
    filename: `${name}.png`,
    content: data,
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
  }));
}

/** Returns whether an error is permanent: a server that answers a recipient or a message with 5xx would do so again. */
function isRefusal(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}
