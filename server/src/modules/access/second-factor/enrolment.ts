import type {
  Enrolled,
  Passkey,
  PasskeyRegistration,
  SecondFactors,
} from '@twinward/contracts/access/second-factor';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { endSessions } from '../session/service.ts';
import { getUser } from '../user/service.ts';
import { type Challenge, completeChallenge, issueChallenge, verifyAnswer } from './challenge.ts';
import { registrationOptions, verifyRegistration } from './passkey.ts';
import { createRecoveryCodes, hashOfRecoveryCode } from './recovery-codes.ts';
import { getPasskeyOrigin, getRelyingParty, type RelyingParty } from './relying-party.ts';
import { reportChange } from './report.ts';
import { getSecondFactorSettings, isRequiredFor } from './settings.ts';
import { totpPurpose } from './sign-in.ts';
import {
  countFactors,
  countRecoveryCodes,
  deletePasskey,
  deleteTotp,
  insertPasskey,
  lockUser,
  replaceRecoveryCodes,
  selectPasskeys,
  selectTotp,
  upsertTotp,
} from './store.ts';
import { createTotp, stepOfCode } from './totp.ts';

/** Users add and remove their own second factors here. The caller must have confirmed the password. */

/** Limits the number of passkeys offered at a sign-in. It exceeds the number of devices of any user. */
const maximumPasskeys = 20;

export async function getSecondFactors(actor: Actor): Promise<SecondFactors> {
  const { db } = actor.tenant;
  const [totp, passkeys, recoveryCodesLeft, passkeyOrigin, user] = await Promise.all([
    selectTotp(db, actor.userId),
    selectPasskeys(db, actor.userId),
    countRecoveryCodes(db, actor.userId),
    getPasskeyOrigin(db),
    getUser(db, actor.userId),
  ]);
  return {
    totp: totp && {
      createdAt: totp.created_at.toISOString(),
      lastUsedAt: totp.last_used_at?.toISOString() ?? null,
    },
    passkeys: passkeys.map(
      (row): Passkey => ({
        id: row.id,
        name: row.name,
        host: row.host,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      }),
    ),
    recoveryCodesLeft,
    required: isRequiredFor((await getSecondFactorSettings(db)).required, user),
    passkeyOrigin,
  };
}

/** Starts the enrolment of an authenticator app. */
export async function startTotpEnrolment(actor: Actor) {
  const { tenant, userId, userName } = actor;
  const { secret, uri } = createTotp(`${userName}@${tenant.name}`);
  const sealed = tenant.secrets.seal(secret, totpPurpose(userId));
  return { challenge: await issueChallenge(tenant.db, 'totp', userId, { secret: sealed }), secret, uri };
}

/** @throws AppError `not-found` if the enrolment has expired; `invalid-request` if the code is wrong. */
export async function confirmTotpEnrolment(
  actor: Actor,
  { challenge, code }: { challenge: string; code: string },
): Promise<Enrolled> {
  const { tenant, userId } = actor;
  const pending = await verifyEnrolment(actor, 'totp', challenge);
  const { secret } = pending.data as { secret: string };
  const step = stepOfCode(tenant.secrets.open(secret, totpPurpose(userId)), code, Date.now());
  if (step === null) {
    throw wrong('code', 'The code is wrong. Check the clock of the device, and enter the code it shows now.');
  }
  return add(actor, pending, 'An authenticator app was added', { factor: 'totp' }, (transaction) =>
    upsertTotp(transaction, userId, secret, step),
  );
}

/** Starts the enrolment of a passkey. @throws AppError `conflict` if passkeys cannot be used. */
export async function startPasskeyEnrolment(actor: Actor, requestOrigin: string) {
  const { tenant, userId, userName } = actor;
  const party = await getRelyingParty(tenant.db, requestOrigin);
  if (!party) {
    throw new AppError('conflict', 'Passkeys need https and a host name. Use an authenticator app instead.');
  }
  if (party.origin !== requestOrigin) {
    throw new AppError('conflict', `Passkeys work at ${party.origin} only. Open Twinward there to add one.`);
  }
  const passkeys = await selectPasskeys(tenant.db, userId);
  if (passkeys.length >= maximumPasskeys) {
    throw new AppError('conflict', `You have ${maximumPasskeys} passkeys. Remove one first.`);
  }
  const known = passkeys.filter(({ host }) => host === party.host);
  const options = await registrationOptions(party, { databaseName: tenant.name, userId, userName }, known);
  const data = { challenge: options.challenge, ...party };
  return {
    challenge: await issueChallenge(tenant.db, 'passkey', userId, data),
    options: { ...options },
  };
}

/**
 * @throws AppError `not-found` if the enrolment has expired; `invalid-request` if the browser's response is invalid.
 */
export async function confirmPasskeyEnrolment(
  actor: Actor,
  { challenge, name, registration }: { challenge: string; name: string; registration: PasskeyRegistration },
): Promise<Enrolled> {
  const pending = await verifyEnrolment(actor, 'passkey', challenge);
  const { challenge: expected, ...party } = pending.data as { challenge: string } & RelyingParty;
  const passkey = await verifyRegistration(registration, expected, party);
  if (!passkey) throw wrong('registration', 'The browser’s answer could not be verified. Please try again.');
  return add(actor, pending, `The passkey '${name}' was added`, { factor: 'passkey', name }, async (db) => {
    const isNew = await insertPasskey(db, { ...passkey, user_id: actor.userId, name });
    if (!isNew) throw new AppError('conflict', 'This passkey is already registered.');
  });
}

/** @throws AppError `not-found`; `conflict` for the last factor of a user who requires one. */
export async function deleteOwnTotp(actor: Actor): Promise<void> {
  await remove(actor, 'The authenticator app was removed', { factor: 'totp' }, async (transaction) => {
    found((await deleteTotp(transaction, actor.userId)) || null, 'Authenticator app');
  });
}

/** @throws AppError `not-found`; `conflict` for the last factor of a user who requires one. */
export async function deleteOwnPasskey(actor: Actor, id: number): Promise<void> {
  await remove(actor, 'A passkey was removed', { factor: 'passkey', id }, async (transaction) => {
    found(await deletePasskey(transaction, actor.userId, id), 'Passkey');
  });
}

/** @throws AppError `conflict` for a user without a second factor. */
export async function replaceOwnRecoveryCodes(actor: Actor): Promise<{ recoveryCodes: string[] }> {
  return withTransaction(actor.tenant.db, async (transaction) => {
    await lockUser(transaction, actor.userId);
    if ((await countFactors(transaction, actor.userId)) === 0) {
      throw new AppError('conflict', 'Recovery codes replace a second factor. Set one up first.');
    }
    const recoveryCodes = await giveRecoveryCodes(transaction, actor.userId);
    await reportChange(
      transaction,
      actor,
      actor.userId,
      'renew-recovery-codes',
      'New recovery codes were made',
    );
    return { recoveryCodes };
  });
}

async function verifyEnrolment(
  actor: Actor,
  kind: 'totp' | 'passkey',
  challenge: string,
): Promise<Challenge> {
  const pending = await verifyAnswer(actor.tenant.db, kind, challenge);
  return pending?.userId === actor.userId ? pending : tooLate();
}

function tooLate(): never {
  throw new AppError('not-found', 'This took too long or was already completed. Please start again.');
}

/** Adds a factor. The first factor creates recovery codes, and ends the sessions opened with only the password. */
async function add(
  actor: Actor,
  pending: Challenge,
  what: string,
  facts: Readonly<Record<string, unknown>>,
  insert: (transaction: Db) => Promise<void>,
): Promise<Enrolled> {
  const { tenant, userId, session } = actor;
  return withTransaction(tenant.db, async (transaction) => {
    await lockUser(transaction, userId);
    if (!(await completeChallenge(transaction, pending))) tooLate();
    const isFirst = (await countFactors(transaction, userId)) === 0;
    await insert(transaction);
    await reportChange(transaction, actor, userId, 'add-second-factor', what, facts);
    if (!isFirst) return { recoveryCodes: null };
    await endSessions(transaction, userId, session.idHash);
    return { recoveryCodes: await giveRecoveryCodes(transaction, userId) };
  });
}

async function remove(
  actor: Actor,
  what: string,
  facts: Readonly<Record<string, unknown>>,
  deleteFactor: (transaction: Db) => Promise<void>,
): Promise<void> {
  const { tenant, userId } = actor;
  await withTransaction(tenant.db, async (transaction) => {
    await lockUser(transaction, userId);
    await deleteFactor(transaction);
    if ((await countFactors(transaction, userId)) === 0) {
      const { required } = await getSecondFactorSettings(transaction);
      if (isRequiredFor(required, await getUser(transaction, userId))) {
        throw new AppError('conflict', 'You need a second factor. Add another before you remove this one.');
      }
      await replaceRecoveryCodes(transaction, userId, []);
    }
    await reportChange(transaction, actor, userId, 'remove-second-factor', what, facts);
  });
}

async function giveRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = createRecoveryCodes();
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashOfRecoveryCode(code)!),
  );
  return codes;
}

function wrong(path: string, message: string): never {
  refuseProblems([{ path, message }]);
  throw new Error('unreachable');
}
