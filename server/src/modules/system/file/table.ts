import { Readable } from 'node:stream';
import { contentTypes } from '@twinward/contracts/core/content-types';
import type { Page } from '@twinward/contracts/core/list';
import { csvLine } from '@twinward/domain/rules/sheet';
import { AppError } from '../../../platform/errors.ts';
import { type Sheet, streamWorkbook } from './workbook-writer.ts';

export type TableFormat = 'csv' | 'xlsx';

/** The media types of table files. */
export const tableTypes: Readonly<Record<TableFormat, string>> = {
  csv: contentTypes.csv,
  xlsx: contentTypes.xlsx,
};

/** A list to write to a file. */
export interface PagedList<T> {
  readPage: (pageNumber: number) => Promise<Page<T>>;
  pageSize: number;
  /** Maximum number of records per file. */
  most: number;
  /** Plural noun for its records, for messages. */
  noun: string;
}

/**
 * Reads the first page of a list, and returns its records page by page. A shorter page is the last one.
 * @throws AppError `too-large` for more records than the maximum per file.
 */
export async function openPages<T>(list: PagedList<T>): Promise<AsyncGenerator<readonly T[]>> {
  const { readPage, most, noun } = list;
  const first = await readPage(1);
  if (first.capped || first.total > most) {
    const count = most.toLocaleString('en-US');
    throw new AppError('too-large', `One file takes ${count} ${noun}. Please choose fewer by filters.`);
  }
  return pagesFrom(first.records, list);
}

async function* pagesFrom<T>(
  first: readonly T[],
  { readPage, pageSize }: PagedList<T>,
): AsyncGenerator<readonly T[]> {
  let records = first;
  for (let page = 1; ; page++) {
    yield records;
    if (records.length < pageSize) return;
    records = (await readPage(page + 1)).records;
  }
}

/** Streams a table to a file with a header row. Texts that a spreadsheet would execute as formulas are escaped. */
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
