import { maximumFileRows } from '@twinward/contracts/core/row-import';
import { plainText } from '@twinward/domain/rules/sheet';
import { AppError } from '../../../platform/errors.ts';
import type { SourceRow } from '../../system/file/service.ts';
import { type FileColumn, recognizeColumns } from './columns.ts';

/** A row of a file: the text of each column present. */
export interface FileRow<Name extends string> {
  /** From 1, including the heading. */
  line: number;
  cells: Partial<Record<Name, string>>;
  /** Columns whose cell is a workbook number, formatted with a decimal point. */
  numeric?: ReadonlySet<Name>;
  /** Why the row could not be split into cells. */
  problem?: string;
}

/** Maximum number of characters of all cells: they are held in memory. */
const mostText = 64 * 1024 * 1024;

/**
 * Reads a whole file of records, because its rows may depend on one another.
 * @param required columns that the file must have.
 * @throws AppError 'invalid-file' for invalid columns, or a file that is too large.
 */
export async function readRows<Name extends string>(
  source: AsyncIterable<SourceRow[]>,
  columns: readonly FileColumn<Name>[],
  required: readonly Name[],
  mostRows = maximumFileRows,
): Promise<FileRow<Name>[]> {
  const rows: FileRow<Name>[] = [];
  let size = 0;
  for await (const some of readRowBatches(source, columns, required, mostRows)) {
    for (const row of some) {
      for (const text of Object.values<string | undefined>(row.cells)) size += text?.length ?? 0;
      rows.push(row);
    }
    if (size > mostText) throw new AppError('invalid-file', 'The file has too much text. Please split it.');
  }
  return rows;
}

/**
 * Reads a file of records in batches.
 * @param required columns that the file must have.
 * @throws AppError 'invalid-file' for invalid columns, or a file with no rows or too many.
 */
export async function* readRowBatches<Name extends string>(
  source: AsyncIterable<SourceRow[]>,
  columns: readonly FileColumn<Name>[],
  required: readonly Name[],
  mostRows: number,
): AsyncGenerator<FileRow<Name>[]> {
  let places: Map<Name, number> | undefined;
  let count = 0;
  for await (const some of source) {
    const rows: FileRow<Name>[] = [];
    for (const { line, cells, numeric, problem } of some) {
      if (!places) {
        if (problem) throw new AppError('invalid-file', `Line ${line}: ${problem}`);
        places = recognizeColumns(cells, columns, required);
        continue;
      }
      if (++count > mostRows) {
        throw new AppError(
          'invalid-file',
          `The file has more than ${mostRows.toLocaleString('en-US')} rows. Please split it.`,
        );
      }
      const row: FileRow<Name> = { line, cells: {}, ...(problem === undefined ? {} : { problem }) };
      for (const [name, place] of places) row.cells[name] = plainText(cells[place] ?? '');
      if (numeric && numeric.size > 0)
        row.numeric = new Set([...places].flatMap(([name, place]) => (numeric.has(place) ? [name] : [])));
      rows.push(row);
    }
    if (rows.length > 0) yield rows;
  }
  if (count === 0) throw new AppError('invalid-file', 'The file has no rows.');
}
