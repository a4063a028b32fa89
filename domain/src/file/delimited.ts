/** Text with cells separated by semicolons, tabs, commas or bars, with quoting as in RFC 4180. */

/** A row of a file as text cells. */
export interface SourceRow {
  /** Line number of its start, from 1, including the heading. */
  line: number;
  /** Trimmed. */
  cells: string[];
  /**
   * Indices of cells that hold a workbook number: formatted with a decimal point, whatever the file's locale.
   */
  numeric?: ReadonlySet<number>;
  /** Why the row could not be split into cells. */
  problem?: string;
}

/** Comma last: it may be a decimal sign or part of a name; the others hardly ever are. */
const separators = [';', '\t', '|', ','];

/**
 * Maximum lines and characters of a quoted cell; beyond them its quotation mark is treated as a stray one.
 */
const mostLines = 100;
const mostCharacters = 64 * 1024;

const notClosed = 'A quotation mark is opened and not closed in this line.';

/** The separator of a file: the first of these characters in its heading outside of quotation marks. */
function detectSeparator(heading: string): string {
  const bare = heading.replaceAll(/"[^"]*"/g, '');
  return separators.find((separator) => bare.includes(separator)) ?? ',';
}

interface Line {
  line: number;
  text: string;
}

/** Splits lines into rows of cells. A quoted cell may contain line breaks. */
export class RowSplitter {
  /** Null until the heading was read. */
  separator: string | null = null;
  /** Lines of a row with an unclosed quotation mark. */
  #open: Line[] = [];
  #size = 0;

  /** Returns the rows that are completed by these lines. */
  pushAll(lines: readonly Line[]): SourceRow[] {
    const rows: SourceRow[] = [];
    for (const line of lines) {
      if (this.separator !== null && this.#open.length === 0 && !line.text.includes('"'))
        rows.push({ line: line.line, cells: splitCells(line.text, this.separator)! });
      else rows.push(...this.push(line));
    }
    return rows;
  }

  /** Returns the rows that are completed by this line: none, one, or several after a stray quotation mark. */
  push(line: Line): SourceRow[] {
    if (this.separator === null && this.#open.length === 0) {
      // Excel's separator declaration.
      const named = /^sep=(.)$/i.exec(line.text);
      if (named) {
        this.separator = named[1]!;
        return [];
      }
    }
    if (this.#open.length === 0) {
      if (line.text.trim() === '') return [];
      const cells = this.#split(line.text);
      if (cells) return [{ line: line.line, cells }];
      if (cells === null) return [{ line: line.line, cells: [], problem: notClosed }];
    }
    this.#open.push(line);
    this.#size += line.text.length + 1;
    if (this.#open.length === 1) return [];
    const isLonger = !line.text.includes('"');
    const cells = isLonger ? undefined : this.#split(this.#open.map(({ text }) => text).join('\n'));
    if (cells) {
      const row = { line: this.#open[0]!.line, cells };
      this.#clear();
      return [row];
    }
    if (cells === undefined && this.#open.length < mostLines && this.#size < mostCharacters) return [];
    return this.#giveUp();
  }

  /** Returns the remaining rows at the end of the file. */
  finish(): SourceRow[] {
    const rows: SourceRow[] = [];
    while (this.#open.length > 0) rows.push(...this.#giveUp());
    return rows;
  }

  /** Rejects the line with the unclosed quotation mark, and continues after it. */
  #giveUp(): SourceRow[] {
    const [first, ...rest] = this.#open;
    this.#clear();
    const rows: SourceRow[] = [{ line: first!.line, cells: [], problem: notClosed }];
    for (const line of rest) rows.push(...this.push(line));
    return rows;
  }

  #clear(): void {
    this.#open = [];
    this.#size = 0;
  }

  #split(text: string): string[] | null | undefined {
    if (this.separator === null) {
      const cells = splitCells(text, detectSeparator(text));
      if (cells) this.separator = detectSeparator(text);
      return cells;
    }
    return splitCells(text, this.separator);
  }
}

/**
 * The cells of a row, without quotation marks; undefined if one is not closed, null if a closed one is not followed by
 * a separator.
 */
function splitCells(text: string, separator: string): string[] | null | undefined {
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
    if (close < 0) return undefined;
    cells.push((cell + text.slice(start, close)).trim());
    let next = close + 1;
    while (text[next] === ' ' || (text[next] === '\t' && separator !== '\t')) next++;
    if (next >= text.length) break;
    if (text[next] !== separator) return null;
    position = next + 1;
  }
  return cells;
}
