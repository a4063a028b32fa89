import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseClient } from '../../../platform/database/database-client.ts';

/** A connection of the role that owns the tables, for statements that may not run in a transaction. */
export interface OwnerConnection {
  query(text: string, values?: unknown[]): Promise<unknown>;
  /** Waits until no other connection works on the indexes of a type; holds its turn until it is closed. */
  takeTurn(typeId: number, signal: AbortSignal): Promise<void>;
  /** The share of an index that this connection has built, 0 to 1. */
  readShare(): Promise<number>;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** What a statement waits for a lock at most, so that nobody queues behind it for longer. */
const lockTimeout = '1s';
const turnInterval = 500;

/** @param url of the tenant's database, for the owner. Secret */
export async function openOwner(url: string): Promise<OwnerConnection> {
  const options = {
    connectionString: url,
    application_name: 'twinward indexes',
    connectionTimeoutMillis: 15_000,
  };
  const client: pg.Client = new DatabaseClient(options);
  const watcher: pg.Client = new DatabaseClient(options);
  // A lost connection fails the query in use; without a listener it would end the process.
  for (const one of [client, watcher]) one.on('error', () => undefined);
  await client.connect();
  await watcher.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query(`set lock_timeout = '${lockTimeout}'`);
  return {
    query: (text, values) => client.query(text, values),
    async takeTurn(typeId, signal) {
      // Polled: a statement that waits holds a snapshot, which the build of an index would wait for.
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
