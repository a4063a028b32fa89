import { setTimeout as sleep } from 'node:timers/promises';

/** The work did not end in time; it may still run. */
export class DeadlineError extends Error {
  override name = 'DeadlineError';
}

/**
 * Waits for work, but not longer than `limit` milliseconds.
 * @param what names the work in the error, as in "what took longer than 2 s".
 * @throws DeadlineError
 */
export async function withDeadline<T>(work: Promise<T>, limit: number, what: string): Promise<T> {
  const timer = new AbortController();
  const late = sleep(limit, undefined, { signal: timer.signal }).then(() => {
    throw new DeadlineError(`${what} took longer than ${limit / 1000} s`);
  });
  // It may reject after the race, without a handler.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
