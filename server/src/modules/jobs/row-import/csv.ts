import { Readable } from 'node:stream';
import type { RowImportRow } from '@twinward/contracts/core/row-import';
import { csvLine } from '@twinward/domain/rules/sheet';

/** The columns of a result between the action and the message: heading and text. */
export type ResultColumns<Row> = readonly (readonly [heading: string, text: (row: Row) => string])[];

/** Streams the rows of a result as csv, in batches by line number. */
export function csvOfRows<Row extends RowImportRow>(
  columns: ResultColumns<Row>,
  readAfter: (line: number) => Promise<readonly Row[]>,
): Readable {
  async function* pieces(): AsyncGenerator<string> {
    yield csvLine(['row', 'result', ...columns.map(([heading]) => heading), 'message']);
    let line = 0;
    for (let rows = await readAfter(line); rows.length > 0; rows = await readAfter(line)) {
      yield rows
        .map((row) =>
          csvLine([String(row.line), row.action, ...columns.map(([, text]) => text(row)), row.message ?? '']),
        )
        .join('');
      line = rows.at(-1)!.line;
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}
