import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseClient } from '../../../platform/database/database-client.ts';

/** A connection of the role that owns the tables, for statements that cannot run in a transaction. */
export interface OwnerConnection {
  query(text: string, values?: unknown[]): Promise<unknown>;
  /** Waits until no other connection changes the indexes of a type. Holds the lock until the connection is closed. */
  waitForTurn(typeId: number, signal: AbortSignal): Promise<void>;
  /** The built share of the current index, 0 to 1. */
  readShare(): Promise<number>;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Maximum time that a statement waits for a lock: other statements queue behind it. */
const lockTimeout = '1s';
const turnInterval = 500;

/** @param url of the tenant's database, with the owner's credentials (secret) */
export async function openOwner(url: string): Promise<OwnerConnection> {
  const options = {
    connectionString: url,
    application_name: 'twinward indexes',
    connectionTimeoutMillis: 15_000,
  };
  const client: pg.Client = new DatabaseClient(options);
  const watcher: pg.Client = new DatabaseClient(options);
  // A lost connection makes the current query fail. Without a listener, the error event would end the process.
  for (const one of [client, watcher]) one.on('error', () => undefined);
  await client.connect();
  await watcher.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query(`set lock_timeout = '${lockTimeout}'`);
  return {
    query: (text, values) => client.query(text, values),
    async waitForTurn(typeId, signal) {
      // Polled: a waiting statement holds a snapshot, and a concurrent index build would wait for that.
      for (;;) {
        const taken = await client.query<{ taken: boolean }>(
          `select pg_try_advisory_lock(hashtext('field indexes'), $1) as taken`,
          [typeId],
        );
        if (taken.rows[0]!.taken) return;
        await delay(turnInterval, undefined, { signal });
      }
    },
    async readShare() {
      const progress = await watcher.query<{ share: number }>(
        `select coalesce(blocks_done::float8 / nullif(blocks_total, 0), 0) as share
         from pg_stat_progress_create_index where pid = $1`,
        [rows[0]!.pid],
      );
      return progress.rows[0]?.share ?? 0;
    },
    wait: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
    async close() {
      await Promise.allSettled([client.end(), watcher.end()]);
    },
  };
}
