import pg from 'pg';

/**
 * Does something that only one process at a time may do, of all that use the database; the others wait.
 * The lock goes with its connection, and so with the process, whatever happens to it.
 */
export async function withLock<T>(
  connectionString: string,
  purpose: string,
  action: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'twinward lock' });
  // Should the connection break in between, the next query says so; nobody else would listen.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('twinward'), hashtext($1))`, [purpose]);
    return await action(client);
  } finally {
    await client.end();
  }
}
