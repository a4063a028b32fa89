import type { ResourceLimits, Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Began, NumberedWork } from './thread-work.ts';
import { threadFile } from './threads.ts';

export interface ThreadPoolOptions {
  /**
   * A `*-thread.ts` file as for `threadFile`. Its default export, created by `threadWork`, is called with the
   * work.
   */
  name: string;
  /** Maximum number of threads; further work is queued. */
  threads: number;
  resourceLimits?: ResourceLimits;
}

export interface RunOptions {
  /** Transferred to the thread, not copied: the caller must not use them afterwards. */
  transfer?: readonly Transferable[];
  /** Aborts the work and terminates its thread. */
  signal?: AbortSignal;
  /** Time limit in milliseconds from when a thread starts the work; unlimited by default. */
  milliseconds?: number;
}

/** The thread exceeded its memory limit. It was terminated and is replaced. */
export class OutOfMemory extends Error {
  override name = 'OutOfMemory';
}

/** The work exceeded its time limit. Its thread was terminated and is replaced. */
export class OutOfTime extends Error {
  override name = 'OutOfTime';
}

/** Idle time of a thread before it ends, in milliseconds. */
const idleTime = 30_000;

/**
 * Threads that each run one piece of work at a time. They start with the first work, and all but one end when
 * idle.
 */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #onBegin = new Map<number, () => void>();
  #pool: Piscina | null = null;
  #lastId = 0;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a piece of work in a thread.
   * @throws the error of the thread; `OutOfMemory`; `OutOfTime`; an `AbortError` if the signal aborts.
   */
  async run<Result>(
    work: unknown,
    { transfer = [], signal, milliseconds }: RunOptions = {},
  ): Promise<Result> {
    this.#pool ??= this.#open();
    const id = ++this.#lastId;
    const overdue = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    if (milliseconds !== undefined) {
      this.#onBegin.set(id, () => {
        timer = setTimeout(() => overdue.abort(), milliseconds);
      });
    }
    try {
      return await this.#pool.run({ id, work } satisfies NumberedWork<unknown>, {
        transferList: [...transfer] as never,
        signal: signal ? AbortSignal.any([signal, overdue.signal]) : overdue.signal,
      });
    } catch (error) {
      if (overdue.signal.aborted) throw new OutOfTime();
      if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new OutOfMemory();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#onBegin.delete(id);
    }
  }

  /** Terminates all threads; work in progress fails. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = null;
  }

  #open(): Piscina {
    const { name, threads, resourceLimits } = this.#options;
    const pool = new Piscina({
      ...threadFile(name),
      name: 'default',
      // At least one: Piscina starts no thread for queued work when another thread was terminated.
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: idleTime,
      // An idle thread must still be able to close its idle database connections.
      atomics: 'disabled',
      recordTiming: false,
      ...(resourceLimits ? { resourceLimits } : {}),
    });
    pool.on('message', ({ began }: Began) => this.#onBegin.get(began)?.());
    // A thread that fails while idle is replaced; without a listener its error would end the process.
    pool.on('error', () => undefined);
    return pool;
  }
}
