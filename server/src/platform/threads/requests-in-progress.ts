import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two looks at the count. */
const lookInterval = 3;
/** Milliseconds of waiting that a millisecond of work allows. */
const share = 0.5;
/** Maximum milliseconds of one wait, so that locks held by a job are not held for long. */
const maximumWait = 100;

/** The number of requests that are being answered, in memory that other threads share. */
export class RequestsInProgress {
  readonly memory: SharedArrayBuffer;
  readonly #count: Int32Array;

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#count = new Int32Array(memory);
  }

  /** Counts a request. @returns a function that ends it. */
  begin(): () => void {
    Atomics.add(this.#count, 0, 1);
    return () => void Atomics.sub(this.#count, 0, 1);
  }

  get any(): boolean {
    return Atomics.load(this.#count, 0) > 0;
  }
}

/** The requests of this process. */
export const requestsInProgress = new RequestsInProgress();

/**
 * Returns a function with which long work lets requests go first: it waits while requests are in progress. Two
 * milliseconds of work allow one of waiting, up to 100 ms, so that work keeps two thirds of its speed under constant
 * load. It returns null if there is nothing to wait for.
 */
export function createGiveWay(
  requests: RequestsInProgress,
  now: () => number = () => performance.now(),
): () => Promise<void> | null {
  let allowance = maximumWait;
  let resumedAt = now();
  async function wait(): Promise<void> {
    const begun = now();
    allowance = Math.min(allowance + share * (begun - resumedAt), maximumWait);
    while (requests.any && now() - begun < allowance) await delay(lookInterval);
    resumedAt = now();
    allowance = Math.max(0, allowance - (resumedAt - begun));
  }
  return () => (requests.any ? wait() : null);
}
