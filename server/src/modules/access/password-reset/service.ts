import { setTimeout as delay } from 'node:timers/promises';
import { defaultSignInRules, type SignInRules } from '@twinward/contracts/access/session-setting';
import type { Tenants } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { getSignInRules } from '../session/service.ts';
import { replacePassword } from '../user/service.ts';
import { claimReset } from './store.ts';

/** The job that looks up the user and sends the mail. */
export const resetJob = 'request-reset';
/** Minimum response time in milliseconds, so that it does not reveal whether the database exists. */
const answerTime = 250;

/**
 * Requests the mail with a link for a new password. The user is looked up later by a job, so that neither the response
 * nor its time reveals whether the user exists.
 */
export async function requestReset(
  tenants: Tenants,
  { databaseName, userName }: { databaseName: string; userName: string },
): Promise<void> {
  const started = Date.now();
  const tenant = await tenants.get(databaseName);
  // No user has a name that cannot be stored; a job for it would only fail and be retried.
  if (tenant && !userName.includes('\0')) await enqueue(tenant.db, resetJob, { userName });
  await delay(started + answerTime - Date.now());
}

/**
 * Returns a tenant's rules for new passwords. Returns the defaults for an unknown tenant, so as not to reveal that it
 * does not exist.
 */
export async function getPasswordRules(tenants: Tenants, databaseName: string): Promise<SignInRules> {
  const tenant = await tenants.get(databaseName);
  return tenant ? getSignInRules(tenant.db) : defaultSignInRules;
}

/**
 * Sets a new password with a token, which becomes invalid.
 * @throws AppError `invalid-request` if the token is unknown, used or expired, or if the password breaks a rule; the
 *   token then stays valid.
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
