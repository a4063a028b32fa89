import pg from 'pg';

/**
 * One connection as a pool: `connect` waits until the holder before has released it. Unlike a pool of one it never
 * replaces a connection that was lost.
 */
export class SingleConnection {
  readonly client: pg.Client;
  #last: Promise<unknown> = Promise.resolve();

  constructor(config: pg.ClientConfig) {
    this.client = new pg.Client(config);
  }

  /** As a pool for Kysely and graphile-worker, which only call `connect` and `release`. */
  get pool(): pg.Pool {
    return this as unknown as pg.Pool;
  }

  /**
   * The form with a callback never calls it: graphile-worker uses it for nothing but a connection to listen on, which
   * it then keeps.
   */
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

  /** Closes the socket at once. `client.end()` waits for the server, which may hang; node-postgres has no other call. */
  destroy(): void {
    (this.client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  /** For Kysely's `destroy`; the owner of the connection ends it. */
  async end(): Promise<void> {}
}
