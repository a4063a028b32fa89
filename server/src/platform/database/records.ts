import { type RawBuilder, sql } from 'kysely';
import type { Tables } from './generated/rows.ts';

/**
 * Returns rows as a table for a statement, with the columns of a table of the database: one parameter for any number of
 * rows. JSON documents are passed as objects.
 */
export const toRecordset = (table: keyof Tables, rows: readonly object[]): RawBuilder<unknown> =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
