import type { Secrets } from '../../../platform/config/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import { selectSealed, updateSealed } from './store.ts';

/** The signing secret, and the previous one. */
export interface SigningSecrets {
  current: string;
  before: string | null;
}

/** Returns the purpose of a webhook's secrets, so that they cannot be decrypted as those of another webhook. */
const toPurpose = (id: number): string => `webhook ${id}`;

export const sealSigning = ({ seal }: Secrets, id: number, signing: SigningSecrets): string =>
  seal(JSON.stringify(signing), toPurpose(id));

/** @throws Error if they were encrypted with another key. */
export const openSigning = ({ open }: Secrets, id: number, sealed: string): SigningSecrets =>
  JSON.parse(open(sealed, toPurpose(id))) as SigningSecrets;

/**
 * Encrypts all secrets with the current key.
 * @returns the number of secrets that were encrypted with the previous key.
 */
export async function resealWebhooks(db: Db, { reseal }: Secrets): Promise<number> {
  let count = 0;
  for (const { id, secrets } of await selectSealed(db)) {
    const resealed = reseal(secrets, toPurpose(id));
    if (resealed !== null && (await updateSealed(db, id, secrets, resealed))) count += 1;
  }
  return count;
}
