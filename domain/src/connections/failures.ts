/**
 * Why a system can't be used now. `signIn`, `untrusted` and `refused` are not tried again by themselves, so that no
 * account is locked: a person changes the configuration or resumes the connection. The others are tried with growing
 * delays.
 */
export type FailureKind = 'unreachable' | 'signIn' | 'untrusted' | 'refused' | 'busy' | 'protocol';

const untilAPersonActs: readonly FailureKind[] = ['signIn', 'untrusted', 'refused'];

/** Whether a failure stays until a person acts. */
export const isFinal = (kind: FailureKind): boolean => untilAPersonActs.includes(kind);

/** Milliseconds: least delay before another attempt, and most. */
const shortest = 1_000;
const longest = 60_000;
/** Milliseconds: a system that asks for more is not believed. */
const longestAsked = 3_600_000;

/**
 * Milliseconds until the next attempt after so many failures in a row. The bound doubles from 2 s to 60 s; the delay
 * is between half of it and all of it, so that many clients of a lost system spread out.
 * @param retryAfter milliseconds that the system asked for; null: nothing
 */
export function retryDelay(failures: number, retryAfter: number | null, random = Math.random): number {
  const bound = Math.min(longest, shortest * 2 ** Math.min(failures, 10));
  return Math.max((bound * (1 + random())) / 2, Math.min(retryAfter ?? 0, longestAsked));
}

/** Failures in a row after which a connection counts as failed, and its address is left alone for a while. */
export const manyFailures = 5;
