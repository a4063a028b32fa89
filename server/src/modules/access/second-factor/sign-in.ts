import { createHash } from 'node:crypto';
import type { SecondFactorProof, SecondFactorStep } from '@twinward/contracts/access/second-factor';
import type { Secrets } from '../../../platform/config/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { getUser } from '../user/service.ts';
import { type Challenge, challengeLifetime, completeChallenge, issueChallenge } from './challenge.ts';
import { assertionOptions, verifyAssertion } from './passkey.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import { getRelyingParty, type RelyingParty } from './relying-party.ts';
import { reportChange } from './report.ts';
import {
  countRecoveryCodes,
  deleteRecoveryCode,
  selectPasskeys,
  selectTotp,
  updateCounter,
  updateLastStep,
} from './store.ts';
import { stepOfCode } from './totp.ts';

/** The data of a sign-in that waits for its second factor. */
interface PendingSignIn {
  /** Hash of the password hash, so that changing the password invalidates the sign-in. */
  password: string;
  passkey: ({ challenge: string } & RelyingParty) | null;
}

/** Returns the purpose of an encrypted TOTP secret, so that the secret cannot be moved to another user. */
export const totpPurpose = (userId: number): string => `totp-${userId}`;

const fingerprint = (passwordHash: string | null) =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64');

/**
 * Starts the second step of a sign-in.
 * @param requestOrigin the origin of the sign-in page
 * @returns null for a user without a second factor.
 */
export async function startSecondStep(
  { db }: Tenant,
  user: { id: number; passwordHash: string | null },
  requestOrigin: string,
): Promise<SecondFactorStep | null> {
  const totp = await selectTotp(db, user.id);
  const passkeys = await selectPasskeys(db, user.id);
  if (!totp && passkeys.length === 0) return null;
  const party = await getRelyingParty(db, requestOrigin);
  const usable = passkeys.filter(({ host }) => host === party?.host);
  const options = party && usable.length > 0 ? await assertionOptions(party, usable) : null;
  const data: PendingSignIn = {
    password: fingerprint(user.passwordHash),
    passkey: party && options && { challenge: options.challenge, ...party },
  };
  const challenge = await issueChallenge(db, 'sign-in', user.id, data);
  return { challenge, timeLeft: challengeLifetime, totp: totp !== null, passkey: options && { ...options } };
}

/** Returns whether a sign-in was started with the user's current password. */
export function isBegunWith({ data }: Challenge, passwordHash: string | null): boolean {
  return (data as PendingSignIn).password === fingerprint(passwordHash);
}

/**
 * Verifies the second factor, and consumes it and the challenge, in the caller's transaction. Returns whether it is
 * valid.
 */
export async function completeSecondStep(
  db: Db,
  secrets: Secrets,
  challenge: Challenge,
  proof: SecondFactorProof,
): Promise<boolean> {
  return (await isProven(db, secrets, challenge, proof)) && (await completeChallenge(db, challenge));
}

function isProven(db: Db, secrets: Secrets, challenge: Challenge, proof: SecondFactorProof) {
  switch (proof.type) {
    case 'totp':
      return useTotp(db, secrets, challenge.userId, proof.code);
    case 'recovery-code':
      return useRecoveryCode(db, challenge.userId, proof.code);
    case 'passkey':
      return usePasskey(db, challenge, proof.assertion);
  }
}

async function useTotp(db: Db, secrets: Secrets, userId: number, code: string): Promise<boolean> {
  const totp = await selectTotp(db, userId);
  const step = totp && stepOfCode(secrets.open(totp.secret, totpPurpose(userId)), code, Date.now());
  return step !== null && updateLastStep(db, userId, step);
}

async function useRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const codeHash = hashOfRecoveryCode(code);
  if (!codeHash || !(await deleteRecoveryCode(db, userId, codeHash))) return false;
  const left = await countRecoveryCodes(db, userId);
  const { userName } = await getUser(db, userId);
  await reportChange(
    db,
    { userId, userName },
    userId,
    'use-recovery-code',
    `A recovery code was used to sign in; ${left} are left`,
    { left },
  );
  return true;
}

async function usePasskey(
  db: Db,
  { userId, data }: Challenge,
  assertion: Extract<SecondFactorProof, { type: 'passkey' }>['assertion'],
): Promise<boolean> {
  const { passkey: expected } = data as PendingSignIn;
  const passkey = (await selectPasskeys(db, userId)).find(
    ({ credential_id, host }) => credential_id === assertion.id && host === expected?.host,
  );
  if (!expected || !passkey) return false;
  const counter = await verifyAssertion(assertion, expected.challenge, expected, passkey);
  return counter !== null && updateCounter(db, passkey.id, passkey.counter, counter);
}
