import type { ResourceLimits, Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Began, NumberedWork } from './thread-work.ts';
import { threadFile } from './threads.ts';

export interface ThreadPoolOptions {
  /** A `*-thread.ts` file as for `threadFile`; its default export, made by `threadWork`, is called with the work. */
  name: string;
  /** Threads at most; work beyond that waits. */
  threads: number;
  resourceLimits?: ResourceLimits;
}

export interface RunOptions {
  /** Moved to the thread rather than copied: the caller loses them. */
  transfer?: readonly Transferable[];
  /** Ends the work, and the thread that it runs on, when it is aborted. */
  signal?: AbortSignal;
  /** How long the work may take from when a thread begins it; without it, as long as it needs. */
  milliseconds?: number;
}

/** The thread needed more memory than it may use. It was ended, and is replaced. */
export class OutOfMemory extends Error {
  override name = 'OutOfMemory';
}

/** The work took longer than it may. Its thread was ended, and is replaced. */
export class OutOfTime extends Error {
  override name = 'OutOfTime';
}

/** How long an idle thread is kept, in milliseconds. */
const idleTime = 30_000;

/** Threads that run one piece of work at a time each. They start with the first work, and all but one end when idle. */
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
   * @throws what the thread threw; `OutOfMemory`; `OutOfTime`; an `AbortError` once the signal is aborted.
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

  /** Ends all threads; work in progress fails. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = null;
  }

  #open(): Piscina {
    const { name, threads, resourceLimits } = this.#options;
    const pool = new Piscina({
      ...threadFile(name),
      name: 'default',
      // One is always there: Piscina starts no thread for work that waits when another thread was ended.
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: idleTime,
      // A thread that waits for work must go on closing its idle database connections.
      atomics: 'disabled',
      recordTiming: false,
      ...(resourceLimits ? { resourceLimits } : {}),
    });
    pool.on('message', ({ began }: Began) => this.#onBegin.get(began)?.());
    // A thread that fails without work is replaced; without a listener its error would end the process.
    pool.on('error', () => undefined);
    return pool;
  }
}
