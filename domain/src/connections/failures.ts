/**
 * Why a system can't be used now. `signIn`, `untrusted` and `refused` are not retried automatically, so that no account
 * gets locked: a person has to change the configuration or resume the connection. The others are retried with
 * increasing delays.
 */
export type FailureKind = 'unreachable' | 'signIn' | 'untrusted' | 'refused' | 'busy' | 'protocol';

const untilAPersonActs: readonly FailureKind[] = ['signIn', 'untrusted', 'refused'];

/** Whether a failure is not retried until a person acts. */
export const isFinal = (kind: FailureKind): boolean => untilAPersonActs.includes(kind);

/** Minimum and maximum delay before another attempt, in milliseconds. */
const shortest = 1_000;
const longest = 60_000;
/** Longer delays asked for by a system are reduced to this, in milliseconds. */
const longestAsked = 3_600_000;

/**
 * Returns the milliseconds until the next attempt. The bound doubles with each failure in a row, from 2 s to 60 s. The
 * delay is random between half the bound and the bound, so that the clients of an unreachable system spread out.
 * @param retryAfter milliseconds that the system asked for, or null
 */
export function retryDelay(failures: number, retryAfter: number | null, random = Math.random): number {
  const bound = Math.min(longest, shortest * 2 ** Math.min(failures, 10));
  return Math.max((bound * (1 + random())) / 2, Math.min(retryAfter ?? 0, longestAsked));
}

/** Failures in a row after which a connection counts as failed, and its address is not tried for a while. */
export const manyFailures = 5;
