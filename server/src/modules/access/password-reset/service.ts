import { setTimeout as delay } from 'node:timers/promises';
import type { Tenants } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { replacePassword } from '../user/service.ts';
import { claimReset } from './store.ts';

/** The job that finds out whether there is such a user, and sends them the mail. */
export const resetJob = 'request-reset';
/** An answer takes at least so long, whatever was wrong, so that its time tells nothing. */
const answerTime = 250;

/**
 * Asks for the mail that leads to a new password. Whether there is such a user is only looked up later, by a
 * job, so that neither the answer nor its time can tell.
 */
export async function requestReset(
  tenants: Tenants,
  { databaseName, userName }: { databaseName: string; userName: string },
): Promise<void> {
  const started = Date.now();
  const tenant = await tenants.get(databaseName);
  // Nobody has a name that can't be stored: a job for it would only fail, again and again.
  if (tenant && !userName.includes('\0')) await enqueue(tenant.db, resetJob, { userName });
  await delay(started + answerTime - Date.now());
}

/**
 * Sets a new password by a token, which is used up by it.
 * @throws AppError `invalid-request` when the token is none, was used or is too old, or when the password
 * breaks a rule: the token then stays good.
 */
export async function resetPassword(
  tenants: Tenants,
  { databaseName, token, newPassword }: { databaseName: string; token: string; newPassword: string },
): Promise<void> {
  const tenant = await tenants.get(databaseName);
  const done =
    tenant &&
    (await withTransaction(tenant.db, async (transaction) => {
      const userId = await claimReset(transaction, hashToken(token));
      return userId !== null && (await replacePassword(transaction, userId, newPassword));
    }));
  if (!done) {
    throw new AppError(
      'invalid-request',
      'This link was used already or is too old. Please ask for a new one.',
    );
  }
}
