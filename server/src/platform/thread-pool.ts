import type { ResourceLimits, Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { threadFile } from './threads.ts';

export interface ThreadPoolOptions {
  /** A `*-thread.ts` file as for `threadFile`; its default export is called with each piece of work. */
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
}

/** The thread needed more memory than it may use. It was ended, and is replaced. */
export class OutOfMemory extends Error {
  override name = 'OutOfMemory';
}

/** How long an idle thread is kept, in milliseconds. */
const idleTime = 30_000;

/** Threads that run one piece of work at a time each. They start with the first work, and end when idle. */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  #pool: Piscina | null = null;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a piece of work in a thread.
   * @throws what the thread threw; `OutOfMemory`; an `AbortError` once the signal is aborted.
   */
  async run<Result>(work: unknown, { transfer, signal }: RunOptions = {}): Promise<Result> {
    this.#pool ??= createPool(this.#options);
    try {
      return await this.#pool.run(work, {
        transferList: [...(transfer ?? [])] as never,
        signal: signal ?? null,
      });
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new OutOfMemory();
      throw error;
    }
  }

  /** Ends all threads; work in progress fails. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = null;
  }
}

function createPool({ name, threads, resourceLimits }: ThreadPoolOptions): Piscina {
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
  // A thread that fails without work is replaced; without a listener its error would end the process.
  pool.on('error', () => undefined);
  return pool;
}
