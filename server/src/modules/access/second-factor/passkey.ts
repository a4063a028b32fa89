import { createHash } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '@twinward/contracts/access/second-factor';
import type { Selectable } from 'kysely';
import type { PasskeyTable } from '../../../platform/database/generated/rows.ts';
import type { RelyingParty } from './relying-party.ts';

/** Loaded when the first passkey is used, since loading takes more than half a second. */
const webAuthn = () => import('@simplewebauthn/server');

type Stored = Selectable<PasskeyTable>;
type Known = Pick<Stored, 'credential_id' | 'transports'>;

const described = (passkeys: readonly Known[]) =>
  passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports }));

/**
 * Returns options for `navigator.credentials.create`.
 * @param known passkeys of the user, whose authenticators are excluded
 */
export async function registrationOptions(
  { host }: RelyingParty,
  user: { databaseName: string; userId: number; userName: string },
  known: readonly Known[],
) {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: 'Twinward',
    rpID: host,
    userName: user.userName,
    userID: createHash('sha256').update(`${user.databaseName}\n${user.userId}`).digest(),
    attestationType: 'none',
    excludeCredentials: described(known),
    // The password was already confirmed, so possession is sufficient.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  });
}

export type NewPasskey = Pick<Stored, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'host'>;

/** @returns null if the response does not match the challenge and relying party. */
export async function verifyRegistration(
  registration: PasskeyRegistration,
  challenge: string,
  { origin, host }: RelyingParty,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await webAuthn();
  const answer = await orNull(
    verifyRegistrationResponse({
      response: registration as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: false,
    }),
  );
  if (!answer?.verified) return null;
  const { id, publicKey, counter, transports = [] } = answer.registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter,
    transports: [...transports],
    host,
  };
}

/** Returns options for `navigator.credentials.get`. */
export async function assertionOptions({ host }: RelyingParty, known: readonly Known[]) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: host,
    allowCredentials: described(known),
    userVerification: 'discouraged',
  });
}

/** @returns the authenticator's new counter; null if the assertion does not match the passkey and challenge. */
export async function verifyAssertion(
  assertion: PasskeyAssertion,
  challenge: string,
  { origin, host }: RelyingParty,
  passkey: Stored,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const answer = await orNull(
    verifyAuthenticationResponse({
      response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification: false,
    }),
  );
  return answer?.verified ? answer.authenticationInfo.newCounter : null;
}

/** Returns null for errors: the library throws for every invalid response of a browser. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch {
    return null;
  }
}
