import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../platform/errors.ts';
import type { Bytes } from './bytes.ts';
import { type SourceRow, withoutZero } from './lines.ts';
import { ReadingTime } from './reading-time.ts';
import { noWorkbook, readBook, readDateStyles, readRelations, readTexts } from './workbook-parts.ts';
import { getAttribute, readXml } from './xml.ts';
import { openZip, type Zip } from './zip.ts';

/**
 * Maximum size in bytes. A workbook is kept on disk while it is read: its directory is at its end, so it needs random
 * access.
 */
const largestWorkbook = 1024 * 1024 * 1024;
/** Maximum number of characters of a row */
const longestRow = 1024 * 1024;
/** Limits of Excel */
const mostColumns = 16_384;
const mostRows = 1_048_576;
/** Maximum number of cells of all rows, each row counted up to its last named column with a text */
const mostCells = 200_000_000;

interface WorkbookOptions {
  /** Maximum number of cells, each row counted up to its last named column with a text. */
  cellLimit?: number;
  time?: ReadingTime;
  /** Called before the first row with the day of the workbook's calendar that is 1970-01-01. */
  onCalendar?: (epochDay: number) => void;
}

const damaged = 'The Excel workbook is damaged or incomplete. Please save it again.';

/**
 * Yields the rows of a workbook's first sheet, in bounded memory. The first row with a text is the heading. Only
 * columns that it names are read.
 * @throws AppError `invalid-file` for a file that is not a workbook or exceeds a limit
 */
export async function* readWorkbook(
  bytes: Bytes,
  { cellLimit = mostCells, time = new ReadingTime(), onCalendar = () => {} }: WorkbookOptions = {},
): AsyncGenerator<SourceRow[]> {
  const directory = await mkdtemp(join(tmpdir(), 'twinward-workbook-'));
  try {
    const file = await open(join(directory, 'workbook.xlsx'), 'wx+', 0o600);
    try {
      await spool(bytes, file);
      yield* readFirstSheet(await openZip(file, time, damaged), cellLimit, onCalendar);
    } finally {
      await file.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function spool(bytes: Bytes, file: FileHandle): Promise<void> {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > largestWorkbook)
      throw new AppError('invalid-file', 'The Excel workbook is larger than 1 GiB. Please import it as csv.');
    await file.write(piece);
  }
}

async function* readFirstSheet(
  zip: Zip,
  cellLimit: number,
  onCalendar: (epochDay: number) => void,
): AsyncGenerator<SourceRow[]> {
  if (!zip.has('xl/workbook.xml')) throw noWorkbook();
  const { sheetId, epochDay } = await readBook(zip);
  onCalendar(epochDay);
  const relations = await readRelations(zip);
  const target = sheetId === undefined ? undefined : relations.get(sheetId);
  if (target === undefined || !zip.has(target)) throw noWorkbook();
  const texts = zip.has('xl/sharedStrings.xml') ? await readTexts(zip) : [];
  const dateStyles = zip.has('xl/styles.xml') ? await readDateStyles(zip) : new Set<number>();
  yield* readSheet(zip, target, { texts, dateStyles, epochDay, cellLimit });
}

interface SheetContext {
  texts: readonly string[];
  dateStyles: ReadonlySet<number>;
  /** The day of the calendar that is 1970-01-01. */
  epochDay: number;
  /** Maximum number of cells of all rows. */
  cellLimit: number;
}

async function* readSheet(zip: Zip, path: string, context: SheetContext): AsyncGenerator<SourceRow[]> {
  let rows: SourceRow[] = [];
  let line = 0;
  let cells: string[] = [];
  let numeric = new Set<number>();
  let column = -1;
  let type: string | undefined;
  let style = 0;
  let text = '';
  let size = 0;
  let within = false;
  let cellCount = 0;
  /** The columns named by the heading, with their indices. */
  const places = new Map<number, number>();
  let isHeading = true;
  const handler = {
    open(name: string, attributes: string) {
      if (name === 'row') {
        line = Number(getAttribute(attributes, 'r') ?? line + 1);
        if (!(Number.isInteger(line) && line >= 1 && line <= mostRows)) throw noWorkbook();
        cells = [];
        numeric = new Set();
        column = -1;
        size = 0;
      } else if (name === 'c') {
        const reference = getAttribute(attributes, 'r');
        column = reference === undefined ? column + 1 : toColumn(reference);
        if (column < 0 || column >= mostColumns) throw noWorkbook();
        type = getAttribute(attributes, 't');
        style = Number(getAttribute(attributes, 's') ?? 0);
        text = '';
      } else if (name === 'v' || name === 't') within = true;
    },
    close(name: string) {
      if (name === 'v' || name === 't') within = false;
      else if (name === 'c') {
        if (!isHeading && !places.has(column)) return;
        const cell = cellText(text, type, style, context).trim();
        if (cell === '') return;
        if (!places.has(column)) places.set(column, places.size);
        const place = places.get(column)!;
        cellCount += Math.max(0, place + 1 - cells.length);
        if (cellCount > context.cellLimit) throw tooManyCells(context.cellLimit);
        while (cells.length < place) cells.push('');
        cells[place] = cell;
        if (isNumeric(type, style, context)) numeric.add(place);
      } else if (name === 'row' && cells.length > 0) {
        isHeading = false;
        rows.push({ line, cells, numeric });
      }
    },
    text(value: string) {
      if (!within) return;
      text += value;
      size += value.length;
      if (size > longestRow)
        throw new AppError('invalid-file', `Row ${line} of the Excel workbook is too long to hold points.`);
    },
  };
  for await (const _ of readXml(zip.read(path), handler)) {
    if (rows.length > 0) yield rows;
    rows = [];
  }
}

const tooManyCells = (limit: number) =>
  new AppError(
    'invalid-file',
    `The Excel workbook has more than ${limit.toLocaleString('en-US')} cells up to the last one of each row. Please import it as csv.`,
  );

function toColumn(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const digit = letter.charCodeAt(0) - 64;
    if (digit < 1 || digit > 26) break;
    column = column * 26 + digit;
  }
  return column - 1;
}

const isNumeric = (type: string | undefined, style: number, { dateStyles }: SheetContext): boolean =>
  (type === undefined || type === 'n') && !dateStyles.has(style);

function cellText(text: string, type: string | undefined, style: number, context: SheetContext): string {
  if (type === 's') return unescaped(context.texts[Number(text)] ?? '');
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type !== undefined && type !== 'n') return unescaped(text);
  if (text === '' || !context.dateStyles.has(style)) return text;
  const days = Number(text) - context.epochDay;
  const date = new Date(Math.round(days * 86_400_000));
  return Number.isNaN(date.getTime()) ? text : date.toISOString().slice(0, -1);
}

/**
 * Returns a text with its escaped characters, such as `_x000D_`, which XML cannot contain (ECMA-376 part 1, 22.9.2.19).
 */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  const whole = text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) =>
    withoutZero(String.fromCharCode(Number.parseInt(hex, 16))),
  );
  // Half a character, which cannot be stored, becomes the replacement character.
  return Buffer.from(whole).toString();
}
