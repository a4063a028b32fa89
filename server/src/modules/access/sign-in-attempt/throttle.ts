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
 * Failures of a kind that cost nothing, and the longest delay in seconds after that. The delay starts at a second and
 * doubles with each failure. Users of one plant may share an address, and a stranger may know a user's name: these
 * two kinds are generous, and don't count where the user has signed in before.
 */
const limits: Record<FailureKind, { free: number; longest: number }> = {
  pair: { free: 5, longest: 15 * 60 },
  name: { free: 50, longest: 15 * 60 },
  address: { free: 100, longest: 5 * 60 },
};

/** Failures are forgotten after so long without another one, in milliseconds. */
export const failureLifetime = 24 * 3600_000;

/** Who signs in, and from where; without an address, a signed-in user who enters their password again. */
export interface Attempt {
  userName: string;
  address: string | null;
  /** Of the user of that name; null when there is none. */
  userId: number | null;
}

/** Seconds to wait after so many failures. */
export function delayAfter(failures: number, { free, longest }: { free: number; longest: number }): number {
  return failures < free ? 0 : Math.min(longest, 2 ** (failures - free));
}

/**
 * Counts an attempt as failed before its password is checked, so that attempts made at once count as many.
 * `succeedAttempt` takes it back. Returns whether this failure starts a delay.
 * @throws AppError `too-many-requests` with the time to wait; such an attempt does not count.
 */
export async function reserveAttempt(db: Db, attempt: Attempt): Promise<{ startsDelay: boolean }> {
  return withTransaction(db, async (transaction) => {
    const keys = keysOf(attempt);
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
 * Takes back what `reserveAttempt` counted, and remembers the address as one of the user's.
 * @param count of attempts that this success ends
 */
export async function succeedAttempt(
  db: Db,
  attempt: Attempt & { userId: number },
  count = 1,
): Promise<void> {
  await withTransaction(db, async (transaction) => {
    const keys = keysOf(attempt);
    await lockFailures(transaction, keys);
    await releaseFailures(transaction, keys, count);
    await deletePair(transaction, keys.at(-1)!);
    if (attempt.address !== null) await upsertAddress(transaction, attempt.userId, attempt.address);
  });
}

/** In the order in which rows are locked. */
function keysOf({ userName, address }: Attempt): FailureKey[] {
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
