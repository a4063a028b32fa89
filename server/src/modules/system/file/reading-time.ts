import { AppError } from '../../../platform/errors.ts';

const minute = 60_000;
/** Milliseconds for any file */
const basicTime = 2 * minute;
/** Milliseconds per MiB of the uploaded file, many times what an ordinary file needs */
const timePerMebibyte = 2_000;
const longestTime = 60 * minute;

/** Returns the time limit in milliseconds for reading a file of a size. */
export function readingTimeLimit(bytes: number): number {
  return Math.min(longestTime, basicTime + (bytes / 1024 ** 2) * timePerMebibyte);
}

/**
 * Limits the time for reading a file: unpacking, parsing and looking up its tags. The time between two reads, in which
 * the caller stores the result, is not counted.
 */
export class ReadingTime {
  readonly #limit: number;
  readonly #clock: () => number;
  #spent = 0;
  /** Start of the current read; null between two reads. */
  #since: number | null = null;

  /**
   * @param bytes size of the file
   * @param clock returns milliseconds
   */
  constructor(bytes = 0, clock = () => performance.now()) {
    this.#limit = readingTimeLimit(bytes);
    this.#clock = clock;
  }

  /** @throws AppError `invalid-file` if the time is used up. */
  check(): void {
    const current = this.#since === null ? 0 : this.#clock() - this.#since;
    if (this.#spent + current <= this.#limit) return;
    const minutes = Math.ceil(this.#limit / minute);
    throw new AppError(
      'invalid-file',
      `Reading the file took longer than ${minutes} minutes. Please split it.`,
    );
  }

  /** Checks the time at each item of a source that is read within `limit`. */
  async *checked<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of source) {
      this.check();
      yield item;
    }
  }

  /** Measures the time that a source takes to produce its items. */
  async *limit<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    const iterator = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        this.#since = this.#clock();
        const { done, value } = await iterator.next();
        this.#spent += this.#clock() - this.#since;
        this.#since = null;
        if (done) return;
        this.check();
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}
