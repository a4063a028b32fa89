import type { Pool, PoolClient } from 'pg';

/**
 * Fills tables in one transaction without triggers, and updates statistics. Runs as superuser, which is the session
 * user of the pools of a server on a data folder.
 */
export async function fillInBulk<T>(pool: Pool, fill: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local role none');
    await client.query('set local session_replication_role = replica');
    const filled = await fill(client);
    await client.query('commit');
    await client.query('set role none');
    await client.query('vacuum analyze');
    return filled;
  } finally {
    // Destroyed instead of returned to the pool, because its role has changed.
    client.release(true);
  }
}
