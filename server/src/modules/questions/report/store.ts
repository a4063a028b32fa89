import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Selects the name of the database, which identifies the tenant. */
export async function selectDatabaseName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return rows[0]!.name;
}
