import type { Secrets } from '../../../platform/config/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import { selectSealed, updateSealed } from './store.ts';

/** The secret that signs, and the one before it. */
export interface SigningSecrets {
  current: string;
  before: string | null;
}

/** Secrets of one webhook can't be opened as those of another. */
const purposeOf = (id: number): string => `webhook ${id}`;

export const sealSigning = ({ seal }: Secrets, id: number, signing: SigningSecrets): string =>
  seal(JSON.stringify(signing), purposeOf(id));

/** @throws Error when they were sealed with another key */
export const openSigning = ({ open }: Secrets, id: number, sealed: string): SigningSecrets =>
  JSON.parse(open(sealed, purposeOf(id))) as SigningSecrets;

/** Seals all secrets with the present key. @returns how many were sealed with the previous one. */
export async function resealWebhooks(db: Db, { reseal }: Secrets): Promise<number> {
  let count = 0;
  for (const { id, secrets } of await selectSealed(db)) {
    const resealed = reseal(secrets, purposeOf(id));
    if (resealed !== null && (await updateSealed(db, id, secrets, resealed))) count += 1;
  }
  return count;
}
