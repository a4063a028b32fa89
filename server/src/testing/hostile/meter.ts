import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../platform/threads/threads.ts';
import type { Measured, MeterData, MeterRequest } from './meter-thread.ts';

/** Measures how a quiet tenant fares. It has a thread of its own, so that no attack holds it up. */
export class Meter {
  readonly #thread: Worker;

  private constructor(thread: Worker) {
    this.#thread = thread;
  }

  static async start(data: MeterData): Promise<Meter> {
    const thread = startThread('testing/hostile/meter-thread', data);
    await once(thread, 'message');
    return new Meter(thread);
  }

  begin(): void {
    this.#send({ measure: true });
  }

  /** Ends the measuring, once all points that were accepted are evaluated. */
  async end(): Promise<Measured> {
    this.#send({ report: true });
    const [measured] = (await once(this.#thread, 'message')) as [Measured];
    return measured;
  }

  async stop(): Promise<void> {
    const ended = once(this.#thread, 'exit');
    this.#send({ stop: true });
    await ended;
  }

  #send(message: MeterRequest): void {
    this.#thread.postMessage(message);
  }
}

/** A quantile of some figures, by the nearest rank; 0 of none. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
