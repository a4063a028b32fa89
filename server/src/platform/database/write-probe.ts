import { type Kysely, sql } from 'kysely';

/**
 * Tests that a database accepts writes and that its disk has room, without leaving data. Writes a message to the
 * write-ahead log, which a standby rejects, and a temporary file of about 1 MB.
 * @throws the database's error; `classifyError` classifies it.
 */
export async function probeWrite<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local work_mem = '64kB'`.execute(transaction);
    await sql`select pg_logical_emit_message(true, 'twinward', 'probe')`.execute(transaction);
    await sql`select count(*) from generate_series(1, 50000)`.execute(transaction);
  });
}
