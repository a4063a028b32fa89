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

/** A token that contains the name of its database, for callers that send nothing else. */
export const newTenantToken = (prefix: string, databaseName: string): string =>
  `${prefix}${Buffer.from(databaseName).toString('base64url')}.${newToken()}`;

/** Returns the database in a token of `newTenantToken`. */
export function databaseOfToken(prefix: string, token: string): string {
  const [database] = token.slice(prefix.length).split('.', 1) as [string];
  return Buffer.from(database, 'base64url').toString('utf8');
}
