import type pg from 'pg';
import { DatabaseClient } from './database-client.ts';

/**
 * One connection with the interface of a pool: `connect` waits until the previous user has released it.
 * Unlike a pool of size one, it never replaces a lost connection.
 */
export class SingleConnection {
  readonly client: pg.Client;
  #last: Promise<unknown> = Promise.resolve();

  constructor(config: pg.ClientConfig) {
    this.client = new DatabaseClient(config);
  }

  /** The pool interface for Kysely and graphile-worker, which only use `connect` and `release`. */
  get pool(): pg.Pool {
    return this as unknown as pg.Pool;
  }

  /** With a callback it does nothing: graphile-worker uses that form only to keep a connection for LISTEN. */
  connect(callback?: unknown): Promise<Pick<pg.PoolClient, 'query' | 'release'>> | undefined {
    if (callback !== undefined) return undefined;
    let release!: () => void;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const turn = this.#last.then(() => ({ query: this.client.query.bind(this.client), release }));
    this.#last = turn.then(() => released);
    return turn;
  }

  /**
   * Closes the socket at once. `client.end()` waits for the server, which may hang; node-postgres has no
   * other call for it.
   */
  destroy(): void {
    (this.client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  /** Does nothing, since the owner of the connection ends it. Kysely's `destroy` calls this. */
  async end(): Promise<void> {}
}
