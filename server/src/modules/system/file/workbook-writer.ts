import { Readable } from 'node:stream';
import { sheetText } from '@twinward/domain/rules/sheet';
import { createZip, writeZip, type ZipFile } from './zip-writer.ts';

/*
 * The format: SpreadsheetML, ECMA-376 part 1, chapter 18. Texts are in their cells (`inlineStr`), so that a row is
 * written as soon as it is known.
 */

/** A value of a row; null is an empty cell. Numbers, times and booleans keep their type. */
export type TableCell = string | number | boolean | Date | null | undefined;

export interface SheetColumn {
  header: string;
  /** In characters */
  width?: number;
  /** Number format of the cells. By default General, and `yyyy-mm-dd hh:mm:ss` for times. */
  format?: string;
  /** The choices in the drop-down list of each cell. */
  choices?: readonly string[];
}

type Rows = readonly (readonly TableCell[])[];

export interface Sheet {
  /** 1 to 31 characters, unique in the workbook. */
  name: string;
  columns: readonly SheetColumn[];
  /** Rows in the order of the columns, page by page. */
  pages: Iterable<Rows> | AsyncIterable<Rows>;
}

/** Limits of Excel */
const mostRows = 1_048_576;
const longestChoices = 255;
/** Number of rows whose cells have a drop-down list. */
const offeredRows = 1000;
const defaultWidth = 10;
/** Number of rows written at once */
const rowsPerPiece = 500;

/**
 * Streams a workbook with a row of headings on each sheet, in bounded memory. Texts that a spreadsheet would execute as
 * formulas are escaped.
 */
export const streamWorkbook = (sheets: readonly Sheet[]): Readable =>
  Readable.from(writeZip(toFiles(sheets)), { objectMode: false });

/** Like `streamWorkbook`, but returns the workbook in memory. */
export const createWorkbook = (sheets: readonly Sheet[]): Promise<Buffer> => createZip(toFiles(sheets));

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function* toFiles(sheets: readonly Sheet[]): Generator<ZipFile> {
  const styles = new Styles(sheets);
  yield part('[Content_Types].xml', toContentTypes(sheets.length));
  yield part('_rels/.rels', toRelationships([['officeDocument', 'xl/workbook.xml']]));
  yield part('xl/workbook.xml', toBook(sheets));
  const targets = sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const);
  yield part('xl/_rels/workbook.xml.rels', toRelationships([...targets, ['styles', 'styles.xml']]));
  yield part('xl/styles.xml', styles.xml());
  for (const [at, sheet] of sheets.entries())
    yield { name: `xl/worksheets/sheet${at + 1}.xml`, content: writeSheet(sheet, styles, at === 0) };
}

function part(name: string, xml: string): ZipFile {
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(declaration + xml);
  }
  return { name, content: content() };
}

function toContentTypes(sheets: number): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${contentType}.${type}+xml"/>`;
  const parts = Array.from({ length: sheets }, (_, at) => override(`worksheets/sheet${at + 1}`, 'worksheet'));
  return (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `${override('workbook', 'sheet.main')}${override('styles', 'styles')}${parts.join('')}</Types>`
  );
}

function toRelationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packageRelations}">${each.join('')}</Relationships>`;
}

function toBook(sheets: readonly Sheet[]): string {
  const each = sheets.map(
    ({ name }, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each.join('')}</sheets></workbook>`;
}

const headingStyle = 1;
const timeFormat = 'yyyy-mm-dd hh:mm:ss';
/** Formats with a predefined number (18.8.30) */
const builtIn = new Map([
  ['General', 0],
  ['@', 49],
]);
const firstOwnFormat = 164;

/** The cell styles of a workbook: General, headings, and one for each other format. */
class Styles {
  readonly #formats: readonly string[];
  readonly time: number;

  constructor(sheets: readonly Sheet[]) {
    const given = sheets.flatMap(({ columns }) => columns.flatMap(({ format }) => format ?? []));
    this.#formats = [...new Set([timeFormat, ...given])].filter((format) => format !== 'General');
    this.time = this.of(timeFormat);
  }

  of(format: string | undefined): number {
    return format === undefined || format === 'General'
      ? 0
      : headingStyle + 1 + this.#formats.indexOf(format);
  }

  xml(): string {
    const own = this.#formats.filter((format) => !builtIn.has(format));
    const toFormatNumber = (format: string) => builtIn.get(format) ?? firstOwnFormat + own.indexOf(format);
    const formats = own.map(
      (format) => `<numFmt numFmtId="${toFormatNumber(format)}" formatCode="${xmlText(format)}"/>`,
    );
    const plain = '<sz val="11"/><name val="Calibri"/>';
    const style = (format: number, font = 0) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
    const styles = [style(0), style(0, 1), ...this.#formats.map((format) => style(toFormatNumber(format)))];
    return (
      `<styleSheet xmlns="${main}"><numFmts count="${own.length}">${formats.join('')}</numFmts>` +
      `<fonts count="2"><font>${plain}</font><font><b/>${plain}</font></fonts>` +
      '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
      '<fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    );
  }
}

async function* writeSheet(
  { columns, pages }: Sheet,
  styles: Styles,
  isFirst: boolean,
): AsyncGenerator<Uint8Array> {
  const columnStyles = columns.map(({ format }) => styles.of(format));
  yield Buffer.from(declaration + toSheetStart(columns, columnStyles, isFirst));
  const letters = columns.map((_, at) => toLetters(at));
  const headings = columns.map(({ header }, at) => cellXml(`${letters[at]}1`, header, headingStyle));
  yield Buffer.from(`<sheetData><row r="1">${headings.join('')}</row>`);
  let line = 1;
  const rowXml = (row: readonly TableCell[]): string => {
    line += 1;
    const cells = row.map((value, at) => {
      const isPlainTime = value instanceof Date && columns[at]!.format === undefined;
      return cellXml(letters[at]! + line, value, isPlainTime ? styles.time : columnStyles[at]!);
    });
    return `<row r="${line}">${cells.join('')}</row>`;
  };
  for await (const rows of pages) {
    if (line + rows.length > mostRows) throw new RangeError('A sheet holds at most 1,048,576 rows.');
    for (let start = 0; start < rows.length; start += rowsPerPiece)
      yield Buffer.from(
        rows
          .slice(start, start + rowsPerPiece)
          .map(rowXml)
          .join(''),
      );
  }
  yield Buffer.from(`</sheetData>${toChoices(columns, letters)}</worksheet>`);
}

/** Returns the start of a sheet up to its rows. The row of headings is frozen. */
function toSheetStart(columns: readonly SheetColumn[], styles: readonly number[], isFirst: boolean): string {
  const widths = columns.map(
    ({ width = defaultWidth }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${styles[at]}" customWidth="1"/>`,
  );
  const selected = isFirst ? ' tabSelected="1"' : '';
  return (
    `<worksheet xmlns="${main}"><sheetViews><sheetView${selected} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols>`
  );
}

/** Returns the drop-down lists of columns. Omits choices that contain a comma, or exceed Excel's maximum length. */
function toChoices(columns: readonly SheetColumn[], letters: readonly string[]): string {
  const lists = columns.flatMap(({ choices = [] }, at) => {
    const text = choices.join(',');
    if (text === '' || text.length > longestChoices || choices.some((choice) => choice.includes(',')))
      return [];
    const cells = `${letters[at]}2:${letters[at]}${offeredRows}`;
    const formula = xmlText(`"${text.replaceAll('"', '""')}"`);
    return `<dataValidation type="list" allowBlank="1" sqref="${cells}"><formula1>${formula}</formula1></dataValidation>`;
  });
  return lists.length === 0
    ? ''
    : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
}

/** Returns the letters of a column, counted from 0: A to Z, AA to XFD. */
function toLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : toLetters(Math.floor(column / 26) - 1) + last;
}

function cellXml(reference: string, value: TableCell, style: number): string {
  if (value === null || value === undefined || value === '') return '';
  const start = `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`}`;
  if (value instanceof Date) return timeXml(start, value);
  if (typeof value === 'number') return numberXml(start, value);
  if (typeof value === 'boolean') return `${start} t="b"><v>${value ? 1 : 0}</v></c>`;
  return textXml(start, value);
}

const textXml = (start: string, text: string): string =>
  `${start} t="inlineStr"><is><t xml:space="preserve">${xmlText(sheetText(text))}</t></is></c>`;

const numberXml = (start: string, value: number): string =>
  Number.isFinite(value) ? `${start}><v>${value}</v></c>` : `${start} t="e"><v>#NUM!</v></c>`;

/** The day of Excel's calendar that is 1970-01-01 */
const epochDay = 25_569;
/** 1900-03-01, the first day from which Excel's calendar is correct, and 10000-01-01 */
const firstDay = 61;
const afterLastDay = 2_958_466;

/** Returns a time as a number of days, or as text outside Excel's calendar. */
function timeXml(start: string, time: Date): string {
  const days = time.getTime() / 86_400_000 + epochDay;
  return days < firstDay || days >= afterLastDay
    ? textXml(start, time.toISOString())
    : numberXml(start, days);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Returns a text as XML, which has no control characters: one is written as `_x0001_` (22.9.2.19), and a text that
 * looks like such an escape is escaped.
 */
function xmlText(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (sign) =>
      sign === '\n' || sign === '\t' ? sign : `_x${toHex(sign)}_`,
    )
    .replaceAll(/[&<>"]/g, (sign) => entities[sign]!);
}

const toHex = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
