import type { Db } from '../../../platform/database/database.ts';
import { deleteFailuresOf, deleteOldFailures } from './store.ts';
import { failureLifetime } from './throttle.ts';

export { reserveAttempt, succeedAttempt } from './throttle.ts';

/** Forgets the failed sign-ins under a user name, and with them the delay. Returns whether there were any. */
export function clearFailures(db: Db, userName: string): Promise<boolean> {
  return deleteFailuresOf(db, userName);
}

/** Days after which an address counts as new for its user again. */
const knownAddressDays = 90;

/** Deletes failed sign-ins and addresses that no longer count. */
export async function pruneSignInAttempts(db: Db): Promise<void> {
  const now = Date.now();
  const day = 24 * 3600_000;
  await deleteOldFailures(db, new Date(now - failureLifetime), new Date(now - knownAddressDays * day));
}
