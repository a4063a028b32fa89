import { createHash, randomBytes } from 'node:crypto';

/** A secret of 256 random bits, in 43 characters that need no escape in an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: the token itself is known to its owner alone. SHA-256 suffices for 256 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
