import { hash, verify } from '@node-rs/argon2';

/** For argon2id, of OWASP's Password Storage Cheat Sheet: 19 MiB, 2 passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** How a hash with them begins (PHC string format). */
const prefix = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** Whether a hash was made with other parameters than those of today. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(prefix);

/** Verified when there is no hash, so that a missing user takes the same time. */
const nobody = hashPassword('no password has this hash');

export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password);
  return matches && passwordHash !== null;
}
