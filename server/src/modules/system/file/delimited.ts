import type { Bytes } from './bytes.ts';
import { readLines, type SourceRow } from './lines.ts';

const separators = [';', '\t', ','];

/** The rows of a text whose cells are separated by semicolons, tabs or commas: the first line tells. */
export async function* readDelimited(bytes: Bytes): AsyncGenerator<SourceRow[]> {
  let separator: string | undefined;
  for await (const lines of readLines(bytes)) {
    const rows: SourceRow[] = [];
    for (const { line, text } of lines) {
      if (separator === undefined) {
        // Excel's own way to name the separator.
        const named = /^sep=(.)$/i.exec(text);
        separator = named ? named[1]! : detectSeparator(text);
        if (named) continue;
      }
      const cells = splitCells(text, separator);
      rows.push(
        cells
          ? { line, cells }
          : { line, cells: [], problem: 'A quotation mark is opened and not closed in this line.' },
      );
    }
    yield rows;
  }
}

/** A comma may be a decimal sign or stand in a name, a semicolon or a tab hardly does. */
function detectSeparator(heading: string): string {
  const bare = heading.replaceAll(/"[^"]*"/g, '');
  return separators.find((separator) => bare.includes(separator)) ?? ',';
}

/** The cells of a line, without the quotation marks around them; null when one is not closed. */
function splitCells(text: string, separator: string): string[] | null {
  if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let position = 0;
  while (position <= text.length) {
    while (text[position] === ' ') position++;
    if (text[position] !== '"') {
      const end = text.indexOf(separator, position);
      cells.push(text.slice(position, end < 0 ? text.length : end).trim());
      if (end < 0) break;
      position = end + 1;
      continue;
    }
    let cell = '';
    let close = text.indexOf('"', position + 1);
    let start = position + 1;
    while (close >= 0 && text[close + 1] === '"') {
      cell += text.slice(start, close + 1);
      start = close + 2;
      close = text.indexOf('"', start);
    }
    if (close < 0) return null;
    cells.push((cell + text.slice(start, close)).trim());
    const next = text.indexOf(separator, close + 1);
    if (next < 0) break;
    position = next + 1;
  }
  return cells;
}
