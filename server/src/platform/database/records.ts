import { type RawBuilder, sql } from 'kysely';
import type { Tables } from './generated/rows.ts';

/**
 * Rows as a table in a statement, with the columns of one of the database: one parameter, however many rows there are.
 * JSON documents are given as objects.
 */
export const recordsOf = (table: keyof Tables, rows: readonly object[]): RawBuilder<unknown> =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
