import { maximumWorkRows } from '@twinward/contracts/work-import';
import { AppError } from '../../platform/errors.ts';
import type { SourceRow } from '../import/service.ts';
import { type ColumnName, workColumns } from '../work/service.ts';

/** A row of the file: the text of each column that the file has. */
export interface FileRow {
  /** From 1, the heading's included. */
  line: number;
  cells: Partial<Record<ColumnName, string>>;
  /** Why the cells could not be told apart. */
  problem?: string;
}

const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const byHeading = new Map(workColumns.map(({ name, heading }) => [plain(heading), name]));

/** Columns by their headings, without regard to case, spaces and signs. */
function recognizeColumns(heading: readonly string[]): Map<ColumnName, number> {
  const found = new Map<ColumnName, number>();
  heading.forEach((text, place) => {
    if (text === '') return;
    const name = byHeading.get(plain(text));
    if (name === undefined) {
      throw new AppError(
        'invalid-file',
        `The column '${text.slice(0, 100)}' is not known. The columns are ${workColumns.map((column) => column.heading).join(', ')}.`,
      );
    }
    if (found.has(name)) throw new AppError('invalid-file', `There are two columns '${text}'.`);
    found.set(name, place);
  });
  for (const name of ['tag', 'name'] as const) {
    if (found.has(name)) continue;
    const column = workColumns.find((one) => one.name === name)!;
    throw new AppError('invalid-file', `There is no column '${column.heading}' in the first row.`);
  }
  return found;
}

/**
 * Reads a file of work whole: which rows are the same work is only known at its end.
 * @throws AppError `invalid-file` when it is none of work, or too large.
 */
export async function readRows(source: AsyncIterable<SourceRow[]>): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  let columns: Map<ColumnName, number> | undefined;
  for await (const some of source) {
    for (const { line, cells, problem } of some) {
      if (!columns) {
        if (problem) throw new AppError('invalid-file', `Line ${line}: ${problem}`);
        columns = recognizeColumns(cells);
        continue;
      }
      if (rows.length >= maximumWorkRows) {
        throw new AppError(
          'invalid-file',
          `The file has more than ${maximumWorkRows.toLocaleString('en-US')} rows. Please split it.`,
        );
      }
      rows.push({
        line,
        cells: Object.fromEntries([...columns].map(([name, place]) => [name, cells[place] ?? ''])),
        ...(problem === undefined ? {} : { problem }),
      });
    }
  }
  if (rows.length === 0) throw new AppError('invalid-file', 'The file has no rows.');
  return rows;
}
