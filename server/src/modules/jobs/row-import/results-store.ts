import type { Readable } from 'node:stream';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { RowImportAction, RowImportRow } from '@twinward/contracts/core/row-import';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { csvOfRows } from './csv.ts';

/** A name of a row's record: its field, its column in the table, and its heading in the csv. */
export interface ResultName<Row> {
  field: keyof Row & string;
  column: string;
  heading: string;
}

/** Access to the results of the rows of files, by command. */
export interface RowResults<Row extends RowImportRow> {
  insert(db: Db, commandId: string, rows: readonly Row[]): Promise<void>;
  /** Returns the finished lines with their actions. */
  findDone(db: Db, commandId: string): Promise<{ line: number; action: RowImportAction }[]>;
  findPage(db: Db, commandId: string, request: ListRequest): Promise<Page<Row>>;
  /** All rows as csv, read in batches. */
  streamCsv(db: Db, commandId: string): Readable;
}

/** Rows of a csv per batch. */
const rowsPerPiece = 1000;

/**
 * @param table of the calling module, with the columns command_id, line, action, the name columns, and
 * message
 */
export function createResults<Row extends RowImportRow>(
  table: string,
  names: readonly ResultName<Row>[],
): RowResults<Row> {
  const selected = names.map(({ field, column }) => sql`${sql.ref(column)} as ${sql.ref(field)}`);
  const selectRows = (db: Db, commandId: string) =>
    db
      .selectFrom(
        sql<RowImportRow>`(
          select line, action, ${sql.join(selected)}, message
          from ${sql.table(table)} where command_id = ${commandId})`.as('result'),
      )
      .selectAll();
  const list: ListFields = {
    fields: {
      Line: { type: 'N', sql: sql`line` },
      Action: { type: 'C', sql: sql`action` },
      Message: { type: 'C', sql: sql`message` },
      ...Object.fromEntries(
        names.map(({ field }) => [
          field[0]!.toUpperCase() + field.slice(1),
          { type: 'C' as const, sql: sql`${sql.ref(field)}` },
        ]),
      ),
    },
    key: sql`line`,
    defaultSort: [{ field: 'Line', direction: 'Ascending' }],
  };

  async function findAfter(db: Db, commandId: string, line: number): Promise<Row[]> {
    const after = sql<SqlBool>`line > ${line}`;
    const query = selectRows(db, commandId).where(after).orderBy(sql`line`).limit(rowsPerPiece);
    return (await query.execute()) as Row[];
  }

  return {
    async insert(db, commandId, rows) {
      if (rows.length === 0) return;
      const columns = names.map(({ column }) => sql.ref(column));
      const texts = names.map(({ field }) => sql`${rows.map((row) => row[field])}::text[]`);
      // One array per column is faster than binding each value.
      await sql`
        insert into ${sql.table(table)} (command_id, line, action, ${sql.join(columns)}, message)
        select ${commandId}::uuid, given.* from unnest(
          ${rows.map(({ line }) => line)}::int[], ${rows.map(({ action }) => action)}::text[],
          ${sql.join(texts)}, ${rows.map(({ message }) => message)}::text[]
        ) as given`.execute(db);
    },
    findDone: (db, commandId) => selectRows(db, commandId).clearSelect().select(['line', 'action']).execute(),
    async findPage(db, commandId, request) {
      const page = await findPage(selectRows(db, commandId), compileList(request, list));
      return page as unknown as Page<Row>;
    },
    streamCsv: (db, commandId) =>
      csvOfRows<Row>(
        names.map(({ field, heading }) => [heading, (row) => String(row[field])] as const),
        (line) => findAfter(db, commandId, line),
      ),
  };
}
