import { setTimeout as sleep } from 'node:timers/promises';

/** The clock of a run. Tests replace it. */
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
