import type { ResultRow } from './store.ts';

/** The rows of a result as csv, some at a time. */
export async function* csvOf(
  readAfter: (line: number) => Promise<readonly ResultRow[]>,
): AsyncGenerator<string> {
  yield 'row,result,unique id,name,message\r\n';
  let line = 0;
  for (let rows = await readAfter(line); rows.length > 0; rows = await readAfter(line)) {
    yield rows
      .map((row) =>
        [row.line, row.action, row.uniqueId, row.assetName, row.message ?? ''].map(cell).join(','),
      )
      .join('\r\n')
      .concat('\r\n');
    line = rows.at(-1)!.line;
  }
}

/** A text that a spreadsheet would take for a formula is marked as text. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
