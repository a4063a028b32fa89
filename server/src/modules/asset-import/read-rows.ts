import { maximumAssetRows } from '@twinward/contracts/asset-import';
import { AppError } from '../../platform/errors.ts';
import type { SourceRow } from '../import/service.ts';
import { type ColumnName, recognizeColumns } from './columns.ts';

/** A row of the file: the text of each column that the file has. */
export interface FileRow {
  /** From 1, the heading's included. */
  line: number;
  cells: Partial<Record<ColumnName, string>>;
  /** Why the cells could not be told apart. */
  problem?: string;
}

/** Characters of all cells: they are held in memory. */
const mostText = 64 * 1024 * 1024;

/**
 * Reads a file of assets whole: what stands in what is only known at its end.
 * @throws AppError 'invalid-file' when it is none of assets, or too large.
 */
export async function readRows(source: AsyncIterable<SourceRow[]>): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  let columns: Map<ColumnName, number> | undefined;
  let size = 0;
  for await (const some of source) {
    for (const { line, cells, problem } of some) {
      if (!columns) {
        if (problem) throw new AppError('invalid-file', `Line ${line}: ${problem}`);
        columns = recognizeColumns(cells);
        continue;
      }
      if (rows.length >= maximumAssetRows) {
        throw new AppError(
          'invalid-file',
          `The file has more than ${maximumAssetRows.toLocaleString('en-US')} rows. Please split it.`,
        );
      }
      const row: FileRow = { line, cells: {}, ...(problem === undefined ? {} : { problem }) };
      for (const [name, place] of columns) {
        const text = cells[place] ?? '';
        size += text.length;
        row.cells[name] = text;
      }
      if (size > mostText) throw new AppError('invalid-file', 'The file has too much text. Please split it.');
      rows.push(row);
    }
  }
  if (rows.length === 0) throw new AppError('invalid-file', 'The file has no rows.');
  return rows;
}
