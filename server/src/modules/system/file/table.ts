import { PassThrough, Readable } from 'node:stream';
import { contentTypes } from '@twinward/contracts/core/content-types';
import { csvLine, sheetRow, sheetText } from '@twinward/domain/rules/sheet';
import ExcelJS from 'exceljs';

export type TableFormat = 'csv' | 'xlsx';

/** The media types of files of tables. */
export const tableTypes: Readonly<Record<TableFormat, string>> = {
  csv: contentTypes.csv,
  xlsx: contentTypes.xlsx,
};

/** A value of a row; null is an empty cell. A workbook keeps numbers and times as such. */
export type TableCell = string | number | Date | null;

export interface Table {
  /** Name of the sheet in a workbook. */
  name: string;
  columns: readonly {
    header: string;
    /** In characters; workbooks only. */
    width?: number;
    /** Format of a workbook's cells; General unless given. */
    format?: string;
  }[];
  /** Rows in the order of the columns, page by page. */
  pages: AsyncIterable<readonly (readonly TableCell[])[]>;
}

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
export const writeTable = (format: TableFormat, table: Table): Readable =>
  format === 'csv' ? writeCsv(table) : writeWorkbook(table);

function writeCsv({ columns, pages }: Table): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(columns.map(({ header }) => header));
    for await (const rows of pages)
      yield rows.map((row) => csvLine(row.map((cell) => String(cell ?? '')))).join('');
  }
  return Readable.from(lines(), { objectMode: false });
}

function writeWorkbook({ name, columns, pages }: Table): Readable {
  const stream = new PassThrough();
  const write = async () => {
    const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = columns.map(({ header, width, format }) => ({
      header: sheetText(header),
      ...(width === undefined ? {} : { width }),
      ...(format === undefined ? {} : { style: { numFmt: format } }),
    }));
    for await (const rows of pages) for (const row of rows) sheet.addRow(sheetRow(row)).commit();
    await workbook.commit();
  };
  write().catch((error: Error) => stream.destroy(error));
  return stream;
}
