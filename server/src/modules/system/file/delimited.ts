import { RowSplitter } from '@twinward/domain/file/delimited';
import type { Bytes } from './bytes.ts';
import { readLines, type SourceRow } from './lines.ts';

/** Reads the rows of delimited text. The separator is detected from the first line. */
export function readDelimited(bytes: Bytes): { rows: AsyncGenerator<SourceRow[]>; splitter: RowSplitter } {
  const splitter = new RowSplitter();
  async function* read(): AsyncGenerator<SourceRow[]> {
    for await (const lines of readLines(bytes)) {
      const rows = splitter.pushAll(lines);
      if (rows.length > 0) yield rows;
    }
    const rows = splitter.finish();
    if (rows.length > 0) yield rows;
  }
  return { rows: read(), splitter };
}
