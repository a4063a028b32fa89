import type pg from 'pg';
import type { Running } from '../context.ts';
import type { Logger } from '../process/log.ts';
import { type DedicatedConnection, openDedicatedConnection } from './dedicated-connection.ts';

export interface ListenOptions extends Subscriber {
  connectionString: string;
  channel: string;
  log: Logger;
}

interface Subscriber {
  onNotification(payload: string): void;
  /** Called whenever listening starts, also after a reconnect: notifications may have been missed before. */
  onListening?(): void;
}

export interface Subscription extends Running {
  /** Resolves after the first attempt to listen, successful or not. */
  attempted: Promise<void>;
}

/** Listeners of this thread by connection string. */
const listeners = new Map<string, Listener>();

/**
 * Listens to a channel until closed. All channels of a database share one connection per thread. It is
 * replaced when it is lost, and closed with its last subscription.
 */
export function listen({ connectionString, channel, log, ...subscriber }: ListenOptions): Subscription {
  const listener = listeners.get(connectionString) ?? new Listener(connectionString, log);
  listeners.set(connectionString, listener);
  return {
    attempted: listener.add(channel, subscriber),
    async close() {
      if (listener.remove(channel, subscriber) > 0) return;
      if (listeners.get(connectionString) === listener) listeners.delete(connectionString);
      await listener.close();
    },
  };
}

class Listener {
  readonly #channels = new Map<string, Set<Subscriber>>();
  readonly #connection: DedicatedConnection;
  /** The last connection that was opened. */
  #client: pg.Client | null = null;

  constructor(connectionString: string, log: Logger) {
    this.#connection = openDedicatedConnection({
      name: 'notifications',
      connectionString,
      log,
      prepare: (client) => this.#prepare(client),
      onConnected: () => {
        for (const subscribers of this.#channels.values()) {
          for (const subscriber of subscribers) subscriber.onListening?.();
        }
      },
    });
  }

  async add(channel: string, subscriber: Subscriber): Promise<void> {
    const subscribers = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, subscribers.add(subscriber));
    if (!this.#client) return this.#connection.attempted;
    try {
      await this.#client.query(`listen ${channel}`);
      subscriber.onListening?.();
    } catch {
      // The connection was lost: the next one listens to all channels.
    }
  }

  /**
   * Returns the number of remaining channels. There is no UNLISTEN: PostgreSQL still notifies a removed
   * channel, and the notification is ignored.
   */
  remove(channel: string, subscriber: Subscriber): number {
    const subscribers = this.#channels.get(channel);
    subscribers?.delete(subscriber);
    if (subscribers?.size === 0) this.#channels.delete(channel);
    return this.#channels.size;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #prepare(client: pg.Client): Promise<void> {
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotification } of this.#channels.get(channel) ?? []) onNotification(payload);
    });
    this.#client = client;
    for (const channel of this.#channels.keys()) await client.query(`listen ${channel}`);
  }
}
