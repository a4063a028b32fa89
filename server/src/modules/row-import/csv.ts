import { Readable } from 'node:stream';
import type { RowImportRow } from '@twinward/contracts/row-import';

/** The columns of a result between what became of a row and why: heading and text. */
export type ResultColumns<Row> = readonly (readonly [heading: string, text: (row: Row) => string])[];

/** The rows of a result as csv, read some at a time by the line that they come after. */
export function csvOfRows<Row extends RowImportRow>(
  columns: ResultColumns<Row>,
  readAfter: (line: number) => Promise<readonly Row[]>,
): Readable {
  async function* pieces(): AsyncGenerator<string> {
    yield lineOf(['row', 'result', ...columns.map(([heading]) => heading), 'message']);
    let line = 0;
    for (let rows = await readAfter(line); rows.length > 0; rows = await readAfter(line)) {
      yield rows
        .map((row) =>
          lineOf([String(row.line), row.action, ...columns.map(([, text]) => text(row)), row.message ?? '']),
        )
        .join('');
      line = rows.at(-1)!.line;
    }
  }
  return Readable.from(pieces());
}

const lineOf = (texts: readonly string[]): string => `${texts.map(cell).join(',')}\r\n`;

/** A text that a spreadsheet would take for a formula is marked as text. */
function cell(value: string): string {
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
