import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { pageAddress, sendMail } from '../../system/mail/service.ts';
import { getResettable } from '../user/service.ts';
import { resetJob } from './service.ts';
import { countResetsSince, deleteOldResets, insertReset } from './store.ts';

const audit = new EntityAudit('user');

const tokenLifetime = 3600_000;
/** Maximum number of mails within the lifetime of a token, so that a mailbox cannot be flooded. */
export const maximumRequests = 5;

/** Mails the link for a new password if the user exists and may set a password. */
export const requestResetJob: JobKind<{ userName: string }> = {
  name: resetJob,
  class: 'notice',
  async run({ tenant, payload }) {
    await withTransaction(tenant.db, (transaction) => issue(transaction, tenant.name, payload.userName));
  },
};

async function issue(db: Db, databaseName: string, userName: string): Promise<void> {
  const now = Date.now();
  const since = new Date(now - tokenLifetime);
  await deleteOldResets(db, since);
  const user = await getResettable(db, userName);
  if (!user || (await countResetsSince(db, user.id, since)) >= maximumRequests) return;
  const token = newToken();
  await insertReset(db, user.id, hashToken(token), new Date(now + tokenLifetime));
  // The fragment is not sent to servers, and does not appear in logs.
  const link = await pageAddress(db, `/reset#${new URLSearchParams({ database: databaseName, token })}`);
  await sendMail(db, {
    to: user.email,
    subject: 'Set a new password for Twinward',
    text:
      `Somebody, most likely you, asked to set a new password for the user ${user.userName}.\n\n` +
      `Open this page within an hour to choose one; it can be used once:\n${link}\n\n` +
      'If you did not request this, ignore this mail. Your password does not change.\n',
    confidential: true,
  });
  await audit.record(db, null, 'request-reset', { id: user.id, name: user.userName });
}
