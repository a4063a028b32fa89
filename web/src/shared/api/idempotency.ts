import { randomKey } from '../form/random-key.ts';

/** Milliseconds in which a failed call can be retried with the same key. */
const lifetime = 10 * 60_000;

/** Keys of calls without a response, by URL and body. */
const unanswered = new Map<string, { key: string; at: number }>();

/** The idempotency key of a call. */
export interface IdempotencyKey {
  /** Value of the header `Idempotency-Key`. */
  value: string;
  /** Keeps the key for a retry if the outcome of the call is unknown. @param status null without a response */
  settle(status: number | null): void;
}

/**
 * Returns the key of a POST. After a network or server error, the outcome is unknown: a retry of the same call reuses
 * the key, so that nothing is created twice.
 * @param sent URL and body
 */
export function getIdempotencyKey(sent: string, now = Date.now()): IdempotencyKey {
  for (const [call, { at }] of unanswered) if (now - at >= lifetime) unanswered.delete(call);
  const value = unanswered.get(sent)?.key ?? randomKey();
  return {
    value,
    settle(status) {
      // 409: the first attempt may still be running. The server stores no keys of rejected calls.
      if (status === null || status === 409 || status >= 500) unanswered.set(sent, { key: value, at: now });
      else unanswered.delete(sent);
    },
  };
}
