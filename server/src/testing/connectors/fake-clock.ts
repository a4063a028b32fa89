import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../connectors/host/clock.ts';

/** A clock that a test moves. */
export class FakeClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<{ until: number; wake(): void }>();

  constructor(now = Date.parse('2026-01-01T00:00:00Z')) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      };
      const wake = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const sleeper = { until: this.#now + milliseconds, wake };
      this.#sleepers.add(sleeper);
      signal.addEventListener('abort', onAbort);
    });
  }

  /** Moves on in steps, and lets everything that is due then happen. */
  async advance(milliseconds: number, step = 500): Promise<void> {
    const end = this.#now + milliseconds;
    await settle();
    while (this.#now < end) {
      this.#now = Math.min(end, this.#now + step);
      for (const sleeper of [...this.#sleepers]) {
        if (sleeper.until > this.#now) continue;
        this.#sleepers.delete(sleeper);
        sleeper.wake();
      }
      await settle();
    }
  }
}

/** Lets everything happen that needs no time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
}
