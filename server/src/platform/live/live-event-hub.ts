import { listen, type Subscription } from '../database/listen.ts';
import type { Tenant } from '../database/tenants.ts';
import type { Logger } from '../process/log.ts';
import { type Envelope, liveChannel, type Subscriber } from './live-events.ts';

interface Listened {
  subscribers: Set<Subscriber>;
  subscription: Subscription;
}

/** The live events of all tenants; listens to a tenant while it has subscribers. */
export class LiveEventHub {
  readonly #log: Logger;
  readonly #tenants = new Map<string, Listened>();
  readonly #closing = new Set<() => void>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Calls the subscriber with each event from now on. Waits for the first attempt to listen; while the
   * database is away, listening is retried. Returns the unsubscribe function.
   */
  async subscribe(tenant: Tenant, subscriber: Subscriber): Promise<() => void> {
    const { subscribers, subscription } = this.#tenants.get(tenant.name) ?? this.#listen(tenant);
    await subscription.attempted;
    subscribers.add(subscriber);
    return () => subscribers.delete(subscriber);
  }

  /** Calls back once when the hub closes, so that open streams can end. Returns the unsubscribe function. */
  onClose(callback: () => void): () => void {
    this.#closing.add(callback);
    return () => this.#closing.delete(callback);
  }

  async close(): Promise<void> {
    for (const callback of this.#closing) callback();
    await Promise.all([...this.#tenants.values()].map(({ subscription }) => subscription.close()));
  }

  #listen({ name, connectionString }: Tenant): Listened {
    const subscribers = new Set<Subscriber>();
    const deliver = (envelope: Envelope) => {
      for (const subscriber of subscribers) subscriber(envelope);
    };
    const subscription = listen({
      connectionString,
      channel: liveChannel,
      log: this.#log,
      onNotification: (payload) => deliver(JSON.parse(payload) as Envelope),
      // Events may have been missed while not listening: clients reload everything.
      onListening: () => deliver({ event: { type: 'resync' } }),
    });
    const listened = { subscribers, subscription };
    this.#tenants.set(name, listened);
    return listened;
  }
}
