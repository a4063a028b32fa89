import type { ImportOptions } from '@twinward/contracts/signals/import';

export type DateOrder = ImportOptions['dateOrder'];

/**
 * What kind of rows a file has. long: tag, time, value. wide: time and a column for each tag. pair: only times
 * and values, so that a tag must be chosen.
 */
export type CsvForm = 'long' | 'wide' | 'pair';

/** The beginning of a text file as it will be read. */
export interface CsvPreview {
  form: CsvForm;
  /** Null where the first row is data already. */
  header: string[] | null;
  rows: string[][];
  dates: DateReading;
}

/** The order of day and month in the dates seen: not needed, plain from the numbers, or to be chosen. */
export type DateReading =
  | { kind: 'plain' }
  | { kind: 'order'; order: DateOrder }
  | { kind: 'ambiguous'; example: string };

const rowsShown = 8;
/** The comma last: where another splits a line as well, commas are decimal points. */
const delimiters = [';', '\t', '|', ','] as const;

/**
 * Looks at the beginning of a text file.
 *
 * @param text some thousand characters; the last line may be cut off
 * @returns null where these are no rows of columns
 */
export function previewCsv(text: string): CsvPreview | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  // The last of several lines may be cut off in the middle.
  const whole = (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== '');
  const first = whole[0];
  if (first === undefined) return null;
  const delimiter = delimiters.reduce((best, one) =>
    splitRow(first, one).length > splitRow(first, best).length ? one : best,
  );
  const rows = whole.slice(0, 200).map((line) => splitRow(line, delimiter));
  if (rows[0]!.length < 2) return null;
  const header = isHeader(rows[0]!) ? rows[0]! : null;
  const data = header ? rows.slice(1) : rows;
  const form = formOf(header, rows[0]!.length, data[0]);
  return {
    form,
    header,
    rows: data.slice(0, rowsShown),
    dates: readDates(data.map((row) => row[form === 'long' ? timeColumn(header) : 0] ?? '')),
  };
}

/** The cells of a line; double quotes hold delimiters, and twice a quote is one. */
export function splitRow(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let index = 0; index < line.length; index++) {
    const character = line[index]!;
    if (quoted && character === '"' && line[index + 1] === '"') {
      cell += '"';
      index++;
    } else if (character === '"' && (quoted || cell === '')) {
      quoted = !quoted;
    } else if (character === delimiter && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else {
      cell += character;
    }
  }
  return [...cells, cell.trim()];
}

const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text.replace(',', '.')));
const isTime = (text: string) => /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/.test(text) || /^\d{9,}$/.test(text);
const isHeader = (cells: readonly string[]) => !cells.some((cell) => isNumber(cell) || isTime(cell));

const named = (header: readonly string[] | null, names: readonly string[]): number =>
  header?.findIndex((cell) => names.includes(cell.toLowerCase())) ?? -1;
const tagNames = ['tag', 'tagname', 'tag name', 'tag_name'];
const valueNames = ['value', 'val'];
const timeNames = ['time', 'timestamp', 'date', 'datetime', 'date time', 'date_time'];

function formOf(header: string[] | null, columns: number, firstRow: string[] | undefined): CsvForm {
  if (named(header, tagNames) >= 0 && named(header, valueNames) >= 0) return 'long';
  if (header === null && columns >= 3 && firstRow && !isTime(firstRow[0]!) && isTime(firstRow[1]!))
    return 'long';
  if (columns === 2 && (header === null || named(header, valueNames) >= 0)) return 'pair';
  return 'wide';
}

function timeColumn(header: string[] | null): number {
  const found = named(header, timeNames);
  return found >= 0 ? found : 1;
}

/** Reads the order of day and month from the numbers, where a year does not come first. */
function readDates(times: readonly string[]): DateReading {
  let example: string | null = null;
  for (const time of times) {
    const match = /^(\d{1,2})[-./](\d{1,2})[-./]\d{2,4}/.exec(time);
    if (!match) continue;
    if (Number(match[1]) > 12) return { kind: 'order', order: 'dmy' };
    if (Number(match[2]) > 12) return { kind: 'order', order: 'mdy' };
    example ??= match[0];
  }
  return example === null ? { kind: 'plain' } : { kind: 'ambiguous', example };
}
