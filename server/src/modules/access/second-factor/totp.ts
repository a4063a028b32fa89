import { Secret, TOTP } from 'otpauth';

/** Seconds; with SHA-1 and 6 digits what every authenticator app supports. */
const period = 30;
/** Codes of one step before and after are accepted too, for clocks that differ (RFC 6238, section 5.2). */
const window = 1;

export interface NewTotp {
  /** Base32. */
  secret: string;
  /** An otpauth: address, which apps read from a QR code. */
  uri: string;
}

/** @param account what the app calls the account. */
export function createTotp(account: string): NewTotp {
  const totp = new TOTP({ issuer: 'Twinward', label: account, secret: new Secret({ size: 20 }), period });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The time step that a code is of; null when it is of none near `now`.
 * @param secret base32.
 * @param now epoch milliseconds.
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period });
  const delta = totp.validate({ token: code, timestamp: now, window });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
