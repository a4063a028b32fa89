import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds of silence after which a link counts as lost although its socket is open. A stand-in takes over within
 * 30 s: the remaining time is for closing the link and for the stand-in to connect.
 */
export const longestSilence = 15_000;

const turn = 1_000;

/**
 * Detects silence. Counts timer ticks instead of reading the clock, so that after a pause of this process pending data
 * are read before the silence counts.
 */
export class SilenceWatch {
  readonly #limit: number;
  readonly #onSilence: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param limit milliseconds */
  constructor(limit: number, onSilence: () => void) {
    this.#limit = limit;
    this.#onSilence = onSilence;
  }

  /** Restarts the count. */
  start(): void {
    this.stop();
    let silent = 0;
    this.#timer = setInterval(() => {
      silent += turn;
      if (silent < this.#limit) return;
      this.stop();
      this.#onSilence();
    }, turn);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Timing of checks whether a polled system is alive, in milliseconds. */
interface SignTimes {
  /** Between a response and the next request. */
  interval: number;
  /** Time limit of a response. */
  timeout: number;
}

export const usualSignTimes: SignTimes = { interval: longestSilence / 3, timeout: (2 * longestSilence) / 3 };

/**
 * Repeatedly checks that a system is alive.
 * @param ask rejects without a response within the given milliseconds
 */
export async function followSigns(
  ask: (timeout: number) => Promise<void>,
  { interval, timeout }: SignTimes,
  signal: AbortSignal,
): Promise<never> {
  for (;;) {
    await sleep(interval, undefined, { signal });
    await ask(timeout);
  }
}
