import { setTimeout as sleep } from 'node:timers/promises';

export interface BackOffOptions {
  /** Upper bound of the first delay, in milliseconds. */
  base?: number;
  /** Upper bound of every delay, in milliseconds. */
  cap?: number;
  random?: () => number;
}

/** The delays between repeated attempts. */
export interface BackOff {
  /** The next delay in milliseconds. */
  next(): number;
  /** Restarts at the shortest delay; call it after a success. */
  reset(): void;
}

/**
 * Exponential back-off with full jitter: each delay is uniform between 0 and `base * 2^attempt`, at most
 * `cap`, so that many clients of a lost server spread out evenly. Source:
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function createBackOff({
  base = 250,
  cap = 15_000,
  random = Math.random,
}: BackOffOptions = {}): BackOff {
  let attempt = 0;
  return {
    next() {
      const bound = Math.min(cap, base * 2 ** attempt);
      if (bound < cap) attempt++;
      return random() * bound;
    },
    reset() {
      attempt = 0;
    },
  };
}

export interface RetryOptions extends BackOffOptions {
  /** Aborts the attempts. */
  signal: AbortSignal;
  /** Called with each failure; an error that it throws ends the attempts. */
  onFailure?: (error: unknown) => void;
}

/**
 * Calls `attempt` until it succeeds, with back-off between the calls.
 * @throws AbortError when `signal` aborts, or what `onFailure` throws.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, onFailure } = options;
  const backOff = createBackOff(options);
  for (;;) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      onFailure?.(error);
    }
    await sleep(backOff.next(), undefined, { signal });
  }
}
