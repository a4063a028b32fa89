import { Secret, TOTP } from 'otpauth';

/** Seconds. Every authenticator app supports this with SHA-1 and 6 digits. */
const period = 30;
/** Codes of one step before and after are also accepted, to allow for clock differences (RFC 6238, section 5.2). */
const window = 1;

export interface NewTotp {
  /** Base32 */
  secret: string;
  /** An otpauth: URI, which apps read from a QR code */
  uri: string;
}

/** @param account the name of the account in the app */
export function createTotp(account: string): NewTotp {
  const totp = new TOTP({ issuer: 'Twinward', label: account, secret: new Secret({ size: 20 }), period });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Returns the time step of a code; null if it matches none near `now`.
 * @param secret base32
 * @param now epoch milliseconds
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period });
  const delta = totp.validate({ token: code, timestamp: now, window });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
