import type { Pool, PoolClient } from 'pg';

/**
 * Fills tables in one transaction, past the triggers, and gathers statistics. As the superuser, whose session the pools
 * of a server on a data folder are.
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
    // Not returned to the pool: its role has changed.
    client.release(true);
  }
}
