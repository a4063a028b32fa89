import { setTimeout as sleep } from 'node:timers/promises';

/** Time as a run reads it and waits for it; tests have one of their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** @throws AbortError when the signal aborts */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};
