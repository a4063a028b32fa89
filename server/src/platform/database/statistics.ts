import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Analyzes the tables that the transaction inserted into and that have more than doubled since they were last analyzed.
 * Until autovacuum does so, the planner would choose plans for small tables.
 */
export async function analyzeGrownTables(db: Db): Promise<void> {
  await sql`select analyze_grown_tables()`.execute(db);
}
