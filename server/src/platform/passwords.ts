import { hash, verify } from '@node-rs/argon2';

/** Parameters of argon2id, from OWASP's Password Storage Cheat Sheet: 19 MiB, 2 passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Prefix of a hash with these parameters (PHC string format). */
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** Whether a hash was made with parameters other than the current ones. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(prefix);

/** Verified if there is no hash, so that a missing user takes the same time. */
const nobody = hashPassword('no password has this hash');

export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash !== null;
}
