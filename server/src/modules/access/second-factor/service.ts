import type { SecondFactorSettings } from '@twinward/contracts/access/second-factor';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import type { Actor } from '../../../platform/actor.ts';
import type { Secrets } from '../../../platform/config/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { endSessions } from '../session/service.ts';
import { getUser } from '../user/service.ts';
import { type Challenge, verifyAnswer } from './challenge.ts';
import { deleteUserChallenges } from './challenge-store.ts';
import { reportChange } from './report.ts';
import { isRequiredFor } from './settings.ts';
import { totpPurpose } from './sign-in.ts';
import {
  countFactors,
  deletePasskeys,
  deleteTotp,
  lockUser,
  replaceRecoveryCodes,
  selectTotpSecrets,
  updateTotpSecret,
} from './store.ts';

export { secondFactorSetting } from './settings.ts';
export { completeSecondStep, isBegunWith, startSecondStep } from './sign-in.ts';

export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  return (await countFactors(db, userId)) > 0;
}

/** Counts a second-factor answer, and returns its pending sign-in; null if that has expired. */
export function completeSignIn(db: Db, challenge: string): Promise<Challenge | null> {
  return verifyAnswer(db, 'sign-in', challenge);
}

/** Returns whether a user must set up a second factor before anything else. */
export async function isEnrolmentDue(
  db: Db,
  required: SecondFactorSettings['required'],
  user: { userId: number; isAdmin: boolean; external: boolean },
): Promise<boolean> {
  return isRequiredFor(required, user) && !(await hasSecondFactor(db, user.userId));
}

/** @throws AppError `not-found`. */
export async function getUserSecondFactor(db: Db, userId: number): Promise<{ enrolled: boolean }> {
  const { id } = await getUser(db, userId);
  return { enrolled: await hasSecondFactor(db, id) };
}

/**
 * Removes another user's second factors.
 * @throws AppError `not-found`; `forbidden` for an administrator's factors unless the actor is one; `conflict` for the
 *   actor's own.
 */
export async function resetSecondFactorOfUser(actor: Actor, userId: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (transaction) => {
    const user = await getUser(transaction, userId);
    if (user.isAdmin && !actor.isAdmin) throw new AppError('forbidden', insufficientPrivilege);
    if (user.id === actor.userId) {
      throw new AppError('conflict', 'Remove your own second factor in your user settings.');
    }
    await resetSecondFactor(transaction, actor, userId, 'An administrator removed your second factors');
  });
}

/**
 * Removes a user's second factors and recovery codes, and ends their sessions, in the caller's transaction.
 * @param actor null for the operator at the command line
 * @param what text of the mail to the user
 * @returns false if the user had no second factor.
 */
export async function resetSecondFactor(
  db: Db,
  actor: AuditActor,
  userId: number,
  what: string,
): Promise<boolean> {
  await lockUser(db, userId);
  if (!(await hasSecondFactor(db, userId))) return false;
  await deleteTotp(db, userId);
  await deletePasskeys(db, userId);
  await replaceRecoveryCodes(db, userId, []);
  await deleteUserChallenges(db, userId);
  await endSessions(db, userId);
  await reportChange(db, actor, userId, 'reset-second-factor', what);
  return true;
}

/**
 * Encrypts the secrets of all authenticator apps with the current key.
 * @returns the number of secrets that were encrypted with the previous key.
 */
export async function resealTotps(db: Db, { reseal }: Secrets): Promise<number> {
  let count = 0;
  for (const { user_id: userId, secret } of await selectTotpSecrets(db)) {
    const resealed = reseal(secret, totpPurpose(userId));
    if (resealed !== null && (await updateTotpSecret(db, userId, secret, resealed))) count += 1;
  }
  return count;
}
