import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds in which nothing comes over a link until it counts as lost, although its socket stays open. A stand-in takes
 * over within 30 s: the rest is for closing the link and for the stand-in to connect.
 */
export const longestSilence = 15_000;

const turn = 1_000;

/**
 * Notices that nothing comes. It counts turns instead of reading the clock: after a pause of this process, what came
 * meanwhile is read before the silence counts.
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

  /** Begins to count anew. */
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

/** When a system that is asked has to show that it is there, in milliseconds. */
export interface SignTimes {
  /** Between an answer and the next question. */
  interval: number;
  /** For an answer. */
  timeout: number;
}

export const usualSignTimes: SignTimes = { interval: longestSilence / 3, timeout: (2 * longestSilence) / 3 };

/**
 * Asks for a sign of life again and again.
 * @param ask fails where no answer comes within so many milliseconds
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
