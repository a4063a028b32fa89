import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  deletePair,
  type Failure,
  type FailureKey,
  type FailureKind,
  isKnownAddress,
  lockFailures,
  releaseFailures,
  updateFailure,
  upsertAddress,
} from './store.ts';

/**
 * Number of failures per kind without a delay, and the maximum delay in seconds. The delay starts at one second, and
 * doubles with each further failure. Users of one plant may share an address, and an attacker may know a user's name:
 * these two kinds have generous limits, and do not apply at addresses where the user has signed in before.
 */
const limits: Record<FailureKind, { free: number; longest: number }> = {
  pair: { free: 5, longest: 15 * 60 },
  name: { free: 50, longest: 15 * 60 },
  address: { free: 100, longest: 5 * 60 },
};

/** Milliseconds without a failure after which earlier ones are deleted. */
export const failureLifetime = 24 * 3600_000;

/** The name and address of a sign-in. The address is null for a signed-in user who confirms their password. */
export interface Attempt {
  userName: string;
  address: string | null;
  /** Id of the user with the name; null if there is no such user. */
  userId: number | null;
}

/** Returns the seconds to wait after a number of failures. */
export function delayAfter(failures: number, { free, longest }: { free: number; longest: number }): number {
  return failures < free ? 0 : Math.min(longest, 2 ** (failures - free));
}

/**
 * Counts an attempt as failed before its password is checked, so that concurrent attempts all count. `succeedAttempt`
 * reverts it. Returns whether this failure starts a delay.
 * @throws AppError `too-many-requests` with the time to wait; the attempt is not counted then.
 */
export async function reserveAttempt(db: Db, attempt: Attempt): Promise<{ startsDelay: boolean }> {
  return withTransaction(db, async (transaction) => {
    const keys = failureKeys(attempt);
    const { now, rows } = await lockFailures(transaction, keys);
    const isKnown =
      attempt.userId !== null &&
      attempt.address !== null &&
      (await isKnownAddress(transaction, attempt.userId, attempt.address));
    const applies = ({ kind }: Failure) => kind === 'pair' || !isKnown;
    const wait = Math.max(0, ...rows.filter(applies).map((row) => (row.blockedUntil ?? 0) - now));
    if (wait > 0) throw tooManyAttempts(Math.ceil(wait / 1000));
    let startsDelay = false;
    for (const row of rows) {
      const earlier = row.lastAt < now - failureLifetime ? 0 : row.failures;
      const failures = earlier + 1;
      const delay = delayAfter(failures, limits[row.kind]);
      startsDelay ||= failures === limits[row.kind].free;
      await updateFailure(transaction, row, failures, delay === 0 ? null : new Date(now + delay * 1000));
    }
    return { startsDelay };
  });
}

/**
 * Reverts what `reserveAttempt` counted, and stores the address as known for the user.
 * @param count number of attempts that this success completes
 */
export async function succeedAttempt(
  db: Db,
  attempt: Attempt & { userId: number },
  count = 1,
): Promise<void> {
  await withTransaction(db, async (transaction) => {
    const keys = failureKeys(attempt);
    await lockFailures(transaction, keys);
    await releaseFailures(transaction, keys, count);
    await deletePair(transaction, keys.at(-1)!);
    if (attempt.address !== null) await upsertAddress(transaction, attempt.userId, attempt.address);
  });
}

/** Returns the keys in the order in which their rows are locked. */
function failureKeys({ userName, address }: Attempt): FailureKey[] {
  const name = userName.toLowerCase();
  if (address === null) return [{ kind: 'pair', userName: name, address: '' }];
  return [
    { kind: 'address', userName: '', address },
    { kind: 'name', userName: name, address: '' },
    { kind: 'pair', userName: name, address },
  ];
}

function tooManyAttempts(seconds: number): AppError {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new AppError(
    'too-many-requests',
    `Too many failed attempts. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`,
    { retryAfter: seconds },
  );
}
