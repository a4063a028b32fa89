import { createHash, randomBytes } from 'node:crypto';

/** A secret of 256 random bits, as 43 URL-safe characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The stored form of a token; only its owner knows the token itself. SHA-256 suffices for 256 random bits.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
