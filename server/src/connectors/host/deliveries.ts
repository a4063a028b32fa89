import { createBackOff } from '../../platform/process/back-off.ts';
import { ConnectorFailure, type SourceValue } from '../connector.ts';
import type { Clock } from './clock.ts';

/** Maximum number of values that are stored at once, and that may wait. */
const mostAtOnce = 10_000;
const mostWaiting = 200_000;
/** Milliseconds for which storing is retried before the run ends. The next run reads the values again. */
const storeLimit = 60_000;

/** Values that became durable. */
export interface Stored {
  count: number;
  /** Latest source time, and time of the last arrival, in epoch milliseconds. */
  latest: number;
  receivedAt: number;
}

interface Delivery {
  values: readonly SourceValue[];
  receivedAt: number;
  resolve(): void;
  reject(error: unknown): void;
}

interface DeliveriesOptions {
  store(values: readonly SourceValue[]): Promise<void>;
  onStored(stored: Stored): void;
  /** Called on a failure, which ends the run. */
  onFailure(error: ConnectorFailure): void;
  log(message: string): void;
  clock: Clock;
  signal: AbortSignal;
}

/** Stores the values of a subscription, in order and in blocks. Keeps a bounded number of values in memory. */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  #waiting: Delivery[] = [];
  #count = 0;
  #storing = Promise.resolve();
  #isStoring = false;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /** Resolves when the values are durable. */
  deliver(delivered: readonly SourceValue[]): Promise<void> {
    const done = this.#deliver(delivered);
    // A connector without acknowledgements doesn't await this promise.
    done.catch(() => undefined);
    return done;
  }

  #deliver(delivered: readonly SourceValue[]): Promise<void> {
    const { signal, clock, onFailure } = this.#options;
    if (signal.aborted) return Promise.reject(signal.reason);
    const values = delivered.filter(({ time }) => Number.isFinite(time)).map(storable);
    if (values.length < delivered.length) {
      this.#options.log(`${delivered.length - values.length} values without a time were ignored.`);
    }
    if (values.length === 0) return Promise.resolve();
    if (this.#count + values.length > mostWaiting && this.#count > 0) {
      const failure = new ConnectorFailure('busy', 'Points arrived faster than they could be stored.');
      onFailure(failure);
      return Promise.reject(failure);
    }
    this.#count += values.length;
    const done = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ values, receivedAt: clock.now(), resolve, reject });
    });
    if (!this.#isStoring) this.#storing = this.#storeAll();
    return done;
  }

  /** Resolves when all stores have ended. */
  settled(): Promise<void> {
    return this.#storing;
  }

  async #storeAll(): Promise<void> {
    const { onFailure, onStored } = this.#options;
    this.#isStoring = true;
    while (this.#waiting.length > 0) {
      const block = this.#dequeueBlock();
      const values = block.length === 1 ? block[0]!.values : block.flatMap((delivery) => delivery.values);
      try {
        await saveDurably(values, this.#options);
      } catch (error) {
        for (const delivery of [...block, ...this.#waiting]) delivery.reject(error);
        this.#waiting = [];
        if (error instanceof ConnectorFailure) onFailure(error);
        break;
      }
      this.#count -= values.length;
      const latest = values.reduce((most, { time }) => Math.max(most, time), Number.NEGATIVE_INFINITY);
      onStored({ count: values.length, latest, receivedAt: block.at(-1)!.receivedAt });
      for (const delivery of block) delivery.resolve();
    }
    this.#isStoring = false;
  }

  #dequeueBlock(): Delivery[] {
    let [length, values] = [0, 0];
    do values += this.#waiting[length++]!.values.length;
    while (length < this.#waiting.length && values + this.#waiting[length]!.values.length <= mostAtOnce);
    return this.#waiting.splice(0, length);
  }
}

/** Converts a value that is not a number to a point of bad quality. */
const storable = (value: SourceValue): SourceValue =>
  value.value === null || Number.isFinite(value.value) ? value : { ...value, value: null, quality: 'bad' };

type StoreOptions = Pick<DeliveriesOptions, 'store' | 'clock' | 'signal' | 'log'>;

/**
 * Stores values, with retries for a minute, since the database may be unavailable.
 * @throws ConnectorFailure `busy` after the retries; the signal's reason when it aborts
 */
export async function saveDurably(
  values: readonly SourceValue[],
  { store, clock, signal, log }: StoreOptions,
): Promise<void> {
  const backOff = createBackOff({ base: 500, cap: 5_000 });
  const since = clock.now();
  for (;;) {
    signal.throwIfAborted();
    try {
      return await store(values);
    } catch (error) {
      signal.throwIfAborted();
      const { message } = error as Error;
      if (clock.now() - since > storeLimit) {
        throw new ConnectorFailure('busy', `Points could not be stored: ${message}`, { cause: error });
      }
      log(`Points could not be stored. Trying again: ${message}`);
      await clock.sleep(backOff.next(), signal);
    }
  }
}
