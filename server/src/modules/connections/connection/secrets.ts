import type { Secrets } from '../../../platform/config/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { SecretValues } from './configuration.ts';
import { selectSealedSecrets, updateSealedSecrets } from './store.ts';

/** Secrets of one connection cannot be decrypted as those of another. */
const toPurpose = (id: number): string => `connection ${id}`;

/** The columns of the encrypted secrets. */
export function sealSecrets(secrets: Secrets, id: number, values: SecretValues) {
  const names = Object.keys(values);
  return {
    secrets: names.length === 0 ? null : secrets.seal(JSON.stringify(values), toPurpose(id)),
    secrets_set: names,
  };
}

/** @throws Error if they were encrypted with another key */
export const openSecrets = (secrets: Secrets, id: number, sealed: string | null): SecretValues =>
  sealed === null ? {} : JSON.parse(secrets.open(sealed, toPurpose(id)));

/**
 * Encrypts all secrets with the current key.
 * @returns the number of secrets that were encrypted with the previous one.
 */
export async function resealConnections(db: Db, { reseal }: Secrets): Promise<number> {
  let count = 0;
  for (const { id, secrets } of await selectSealedSecrets(db)) {
    const resealed = reseal(secrets, toPurpose(id));
    if (resealed !== null && (await updateSealedSecrets(db, id, secrets, resealed))) count += 1;
  }
  return count;
}
