import { type CellObject, read, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx';

/*
 * Workbooks by a library, so that the product's reader and writer are not only tested by each other.
 */

/** A value, or a cell with its format, formula or rich text. Times are numbers of days. */
export type Cell = string | number | boolean | null | CellObject;

interface WorkbookForm {
  /** Whether days are counted from 1904. */
  date1904?: boolean;
}

/** A workbook of sheets by name, with shared texts. */
export function makeWorkbook(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  { date1904 = false }: WorkbookForm = {},
): Buffer {
  const book = utils.book_new();
  book.Workbook = { WBProps: { date1904 } };
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true });
}

/** The number of days of a time in a workbook. */
export const toDays = (time: string | number | Date, { date1904 = false }: WorkbookForm = {}): number =>
  new Date(time).getTime() / 86_400_000 + (date1904 ? 24_107 : 25_569);

/** A workbook with its cells, formats and widths, and its parts as texts. */
export function openWorkbook(content: Uint8Array): WorkBook & { readPart(path: string): string } {
  const book = read(content, { type: 'array', cellNF: true, cellStyles: true, bookFiles: true });
  const { files } = book as unknown as { files: Record<string, { content: Uint8Array }> };
  return { ...book, readPart: (path) => Buffer.from(files[path]!.content).toString() };
}

/** The values of all sheets by name, row by row; of an empty cell null. */
export function readSheets(content: Uint8Array): Record<string, (string | number | boolean | null)[][]> {
  const { Sheets } = openWorkbook(content);
  return Object.fromEntries(Object.entries(Sheets).map(([name, sheet]) => [name, readValues(sheet)]));
}

function readValues(sheet: WorkSheet): (string | number | boolean | null)[][] {
  const { e: last } = utils.decode_range(sheet['!ref'] ?? 'A1');
  return Array.from({ length: last.r + 1 }, (_, r) =>
    Array.from({ length: last.c + 1 }, (_, c) => sheet[utils.encode_cell({ r, c })]?.v ?? null),
  );
}
