import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Running } from '../context.ts';
import { createBackOff } from '../process/back-off.ts';
import type { Logger } from '../process/log.ts';

export interface DedicatedConnectionOptions {
  /** Name in the log, such as `notifications`. */
  name: string;
  connectionString: string;
  log: Logger;
  /** Prepares each new connection, for example with LISTEN. When this fails, the connection is closed. */
  prepare(client: pg.Client): Promise<void>;
  /** Called after a connection was prepared. */
  onConnected?(): void;
  /** Time between two pings, in milliseconds. */
  pingInterval?: number;
}

export interface DedicatedConnection extends Running {
  /** Resolves after the first attempt to connect, successful or not. */
  attempted: Promise<void>;
}

/** Time limit for connecting, and for each query, in milliseconds. */
const limit = 5_000;

/**
 * Keeps one connection outside the pools, for session state such as LISTEN or a lock. A connection that is
 * lost or does not answer a ping is replaced, with back-off between the attempts. At most one connection is
 * open at a time.
 */
export function openDedicatedConnection(options: DedicatedConnectionOptions): DedicatedConnection {
  const { name, log, pingInterval = 15_000 } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const backOff = createBackOff();
  let away = false;
  let endFirstAttempt = () => {};
  const attempted = new Promise<void>((resolve) => {
    endFirstAttempt = resolve;
  });

  async function runConnection(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.connectionString,
      application_name: `twinward ${name}`,
      keepAlive: true,
      connectionTimeoutMillis: limit,
      query_timeout: limit,
    });
    // The event 'end' follows and is handled below.
    client.on('error', () => undefined);
    const ended = once(client, 'end');
    ended.catch(() => undefined);
    try {
      await client.connect();
      await options.prepare(client);
      backOff.reset();
      if (away) log.info({ connection: name }, 'a database connection is back');
      away = false;
      options.onConnected?.();
      endFirstAttempt();
      await pingUntilLost(client, ended);
    } finally {
      // A client that failed to connect still holds a socket. With a query in flight, `end` does not wait
      // for the server.
      void client.end();
    }
  }

  async function pingUntilLost(client: pg.Client, ended: Promise<unknown>): Promise<void> {
    const lost = ended.then(() => {
      throw new Error('Connection terminated unexpectedly');
    });
    lost.catch(() => undefined);
    while (!signal.aborted) {
      await Promise.race([sleep(pingInterval, undefined, { signal }), lost]);
      await client.query('select 1');
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await runConnection();
      } catch (error) {
        endFirstAttempt();
        if (signal.aborted) return;
        if (!away)
          log.warn({ connection: name, reason: (error as Error).message }, 'a database connection was lost');
        away = true;
      }
      await sleep(backOff.next(), undefined, { signal }).catch(() => undefined);
    }
  }
  const running = run();
  return {
    attempted,
    async close() {
      closing.abort();
      // A pending attempt ends at its own time limit and closes what it opened.
      await Promise.race([running, sleep(100)]);
    },
  };
}
