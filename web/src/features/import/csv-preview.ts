import type { ColumnRole, ColumnsOption, ImportOptions } from '@twinward/contracts/signals/import';
import { RowSplitter, type SourceRow } from '@twinward/domain/file/delimited';
import { noEvidence, recordNumber, undecidedNumber } from '@twinward/domain/file/number';
import { isValueHeading, type PointLayout, recognizeColumns } from '@twinward/domain/file/point-columns';
import { isOpenCode, parseCode } from '@twinward/domain/file/quality';

export type DateOrder = ImportOptions['dateOrder'];

/**
 * The layout of a file. long: tag, time, value. wide: time and a column per tag. pair: only time and value, so that a
 * tag must be chosen.
 */
export type CsvForm = 'long' | 'wide' | 'pair';

/** The first rows of a text file. */
export interface CsvHead {
  header: string[];
  rows: string[][];
  /** Null for a workbook. */
  separator: string | null;
  /** Serial number of 1970-01-01 in a workbook's calendar; null for a text file. */
  epochDay: number | null;
}

/** How the first rows of a file will be read. */
export interface CsvReading {
  /** Null if the columns are not recognized; `problem` says why. */
  form: CsvForm | null;
  problem: string | null;
  /** The recognized or chosen columns, by index. */
  roles: Partial<Record<ColumnRole, number>>;
  /** The recognized columns, or null. */
  layout: PointLayout | null;
  dates: DateReading;
  /** The first number that is valid with a decimal point and with a decimal comma, or null. */
  openNumber: string | null;
  /** Whether all quality codes are 0, 1 or 2, so that the meaning of 0 must be chosen. */
  hasOpenQuality: boolean;
}

/** The order of day and month: irrelevant, detected from the numbers, or to be chosen. */
export type DateReading =
  | { kind: 'plain' }
  | { kind: 'order'; order: DateOrder }
  | { kind: 'ambiguous'; example: string };

const rowsRead = 200;

/** The beginning of a text file. */
export interface TextBeginning {
  /** Whole lines, without blank ones. */
  lines: readonly string[];
  /** Whether the file continues after them. */
  isCut: boolean;
}

/**
 * Splits the beginning of a text file into its heading and its first rows.
 * @returns null if there are no rows with columns below a heading
 */
export function splitHead({ lines, isCut }: TextBeginning): CsvHead | null {
  const splitter = new RowSplitter();
  const beginning = { lines: lines.slice(0, rowsRead), isCut: isCut || lines.length > rowsRead };
  const [header, ...rows] = splitRows(beginning, splitter);
  if (!header || header.length < 2) return null;
  return { header, rows, separator: splitter.separator, epochDay: null };
}

/** Splits rows into cells like the import. Omits rows that the import rejects. */
export function* splitRows({ lines, isCut }: TextBeginning, splitter: RowSplitter): Generator<string[]> {
  for (const [index, text] of lines.entries()) yield* wholeRows(splitter.push({ line: index + 1, text }));
  // In a truncated text, an open quotation mark may be closed later.
  if (!isCut) yield* wholeRows(splitter.finish());
}

const wholeRows = (rows: readonly SourceRow[]): string[][] =>
  rows.filter(({ problem }) => problem === undefined).map(({ cells }) => cells);

/** Interprets the beginning of a file by its headings and the chosen columns. */
export function interpretHead({ header, rows, separator }: CsvHead, columns: ColumnsOption): CsvReading {
  if (header.some((cell) => isNumber(cell) || isTime(cell))) {
    return {
      ...unread,
      problem: 'The first row has no headings. Please add a row with column names.',
    };
  }
  const several = recognizeColumns(header, false, columns);
  const single = recognizeColumns(header, true, columns);
  const isPair =
    typeof single === 'object' &&
    single.form === 'single' &&
    (columns.value !== undefined || isValueHeading(header[single.value]!));
  const layout = isPair ? single : several;
  if (typeof layout === 'string') return { ...unread, problem: layout };
  const { time, quality } = layout;
  const listCells = (column: number) => rows.map((row) => row[column] ?? '');
  const evidence = noEvidence();
  const valueColumns = layout.form === 'wide' ? layout.tags.map(({ column }) => column) : [layout.value];
  for (const column of valueColumns) for (const cell of listCells(column)) recordNumber(evidence, cell);
  const codes = quality ? listCells(quality.column).filter((cell) => cell !== '') : [];
  return {
    form: isPair ? 'pair' : (layout.form as CsvForm),
    problem: null,
    roles: toRoles(layout),
    layout,
    dates: readDates(listCells(time.date ?? time.time)),
    openNumber: undecidedNumber(evidence, separator),
    hasOpenQuality:
      codes.length > 0 &&
      codes.every((cell) => {
        const code = parseCode(cell);
        return code !== null && isOpenCode(code);
      }),
  };
}

const unread: CsvReading = {
  form: null,
  problem: null,
  roles: {},
  layout: null,
  dates: { kind: 'plain' },
  openNumber: null,
  hasOpenQuality: false,
};

function toRoles(layout: PointLayout): CsvReading['roles'] {
  const { time, quality } = layout;
  return {
    ...(layout.form === 'long' ? { tag: layout.tag } : {}),
    time: time.time,
    ...(time.date === null ? {} : { date: time.date }),
    ...(layout.form === 'wide' ? {} : { value: layout.value }),
    ...(quality ? { quality: quality.column } : {}),
  };
}

const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text.replace(',', '.')));
const isTime = (text: string) => /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/.test(text) || /^\d{9,}$/.test(text);

/**
 * Detects the order of day and month from the numbers, unless the year comes first. Between dots, the day comes first.
 */
function readDates(times: readonly string[]): DateReading {
  let example: string | null = null;
  for (const time of times) {
    const match = /^(\d{1,2})[-/](\d{1,2})[-/]\d{2,4}/.exec(time);
    if (!match) continue;
    if (Number(match[1]) > 12) return { kind: 'order', order: 'dmy' };
    if (Number(match[2]) > 12) return { kind: 'order', order: 'mdy' };
    example ??= match[0];
  }
  return example === null ? { kind: 'plain' } : { kind: 'ambiguous', example };
}
