import type pg from 'pg';
import { DatabaseClient } from './database-client.ts';

/**
 * Runs `work` under an advisory lock of the database; other callers wait. The lock is a session lock: it is
 * released when the connection ends, even if the process crashes.
 */
export async function withLock<T>(
  connectionString: string,
  purpose: string,
  action: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient({ connectionString, application_name: 'twinward lock' });
  // If the connection breaks, the next query reports it. Without a listener the event would end the
  // process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('twinward'), hashtext($1))`, [purpose]);
    return await action(client);
  } finally {
    await client.end();
  }
}
