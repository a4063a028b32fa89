import { Readable } from 'node:stream';
import { contentTypes } from '@twinward/contracts/core/content-types';
import { csvLine } from '@twinward/domain/rules/sheet';
import { type Sheet, streamWorkbook } from './workbook-writer.ts';

export type TableFormat = 'csv' | 'xlsx';

/** The media types of files of tables. */
export const tableTypes: Readonly<Record<TableFormat, string>> = {
  csv: contentTypes.csv,
  xlsx: contentTypes.xlsx,
};

/** The records of a list page by page, of which the first page is read already. A shorter page is the last one. */
export async function* listPages<T>(
  first: readonly T[],
  pageSize: number,
  readPage: (pageNumber: number) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  let records = first;
  for (let page = 1; ; page++) {
    yield records;
    if (records.length < pageSize) return;
    records = await readPage(page + 1);
  }
}

/** Streams a table to a file with a header row. Texts that a spreadsheet would run as formulas are escaped. */
export const writeTable = (format: TableFormat, table: Sheet): Readable =>
  format === 'csv' ? writeCsv(table) : streamWorkbook([table]);

function writeCsv({ columns, pages }: Sheet): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(columns.map(({ header }) => header));
    for await (const rows of pages)
      yield rows.map((row) => csvLine(row.map((cell) => String(cell ?? '')))).join('');
  }
  return Readable.from(lines(), { objectMode: false });
}
