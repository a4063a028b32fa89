import { randomKey } from '../form/random-key.ts';

/** Milliseconds for which a call without an answer may be tried again with its key. */
const lifetime = 10 * 60_000;

/** Keys of calls that were sent and not answered, by what was sent. */
const unanswered = new Map<string, { key: string; at: number }>();

/** A key for a call, and what becomes of it with the answer. */
export interface IdempotencyKey {
  /** Value of the header `Idempotency-Key`. */
  value: string;
  /** Keeps the key for the next try of the same call, unless the answer says what became of this one. */
  settle(status: number | null): void;
}

/**
 * The key of a POST. When the network or the server fails, it is not known whether something was made: the same call has
 * the same key then when it is tried again, and nothing is made twice.
 * @param sent the address and the body
 */
export function idempotencyKeyOf(sent: string, now = Date.now()): IdempotencyKey {
  for (const [call, { at }] of unanswered) if (now - at >= lifetime) unanswered.delete(call);
  const value = unanswered.get(sent)?.key ?? randomKey();
  return {
    value,
    settle(status) {
      // 409: the first try may still run. Of a call that was refused the server keeps no key.
      if (status === null || status === 409 || status >= 500) unanswered.set(sent, { key: value, at: now });
      else unanswered.delete(sent);
    },
  };
}
