import { hash, verify } from '@node-rs/argon2';

// argon2id with the library's parameters: 19 MiB, 2 passes, one lane.

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Verified when there is no hash, so that a missing user takes the same time. */
const nobody = hash('no password has this hash');

export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash !== null;
}
