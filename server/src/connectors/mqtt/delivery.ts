import type { ReadPoint } from '@twinward/domain/connections/point';

/** Maximum number of messages that wait for the store. Then no further message is read from the link. */
const maximumWaiting = 10_000;
/** Maximum number of points in one call. */
const blockSize = 10_000;

interface Waiting {
  points: readonly ReadPoint[];
  acknowledge(): void;
}

/**
 * Delivers points in the order of their messages, and acknowledges a message once its points are durable. Points that
 * arrive while a block is being stored are combined in the next block.
 */
export class Delivery {
  readonly #deliver: (points: readonly ReadPoint[]) => Promise<void>;
  /** Called before a block. Its result is called when the block is durable. */
  readonly #mark: () => () => Promise<void>;
  #waiting: Waiting[] = [];
  #points = 0;
  #running: Promise<void> | null = null;
  #resume: (() => void)[] = [];
  #isStopped = false;
  #fail!: (error: unknown) => void;
  /** Rejects if points could not be delivered. */
  readonly failed = new Promise<never>((_, reject) => {
    this.#fail = reject;
  });

  constructor(deliver: (points: readonly ReadPoint[]) => Promise<void>, mark: () => () => Promise<void>) {
    this.#deliver = deliver;
    this.#mark = mark;
    this.failed.catch(() => {});
  }

  /** @returns a promise while too much waits */
  add(points: readonly ReadPoint[], acknowledge: () => void): Promise<void> | undefined {
    if (this.#isStopped) return undefined;
    this.#waiting.push({ points, acknowledge });
    this.#points += points.length;
    this.#running ??= this.#run();
    if (this.#waiting.length < maximumWaiting && this.#points < blockSize) return undefined;
    return new Promise((resolve) => this.#resume.push(resolve));
  }

  /** Waits for the current store. Discards the rest, which is not acknowledged and will be redelivered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      // Combines the messages of one chunk of the link.
      await new Promise(setImmediate);
      while (this.#waiting.length > 0 && !this.#isStopped) {
        const batch = this.#waiting;
        const save = this.#mark();
        this.#waiting = [];
        this.#points = 0;
        for (const resume of this.#resume.splice(0)) resume();
        const points = batch.flatMap((message) => message.points);
        for (let at = 0; at < points.length; at += blockSize) {
          await this.#deliver(points.slice(at, at + blockSize));
        }
        for (const message of batch) message.acknowledge();
        await save();
      }
    } catch (error) {
      this.#isStopped = true;
      this.#fail(error);
    } finally {
      this.#running = null;
    }
  }
}
