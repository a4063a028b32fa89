import type { Db } from '../../../platform/database/database.ts';
import { deleteOldFailures, deleteSignInFailures } from './store.ts';
import { failureLifetime } from './throttle.ts';

export { reserveAttempt, succeedAttempt } from './throttle.ts';

/** Deletes the failed sign-ins of a user name, which ends its delay. Returns whether there were any. */
export const clearFailures = deleteSignInFailures;

/** Days after which an address counts as new for its user again */
const knownAddressDays = 90;

/** Deletes expired failed sign-ins and addresses. */
export async function pruneSignInAttempts(db: Db): Promise<void> {
  const now = Date.now();
  const day = 24 * 3600_000;
  await deleteOldFailures(db, new Date(now - failureLifetime), new Date(now - knownAddressDays * day));
}
