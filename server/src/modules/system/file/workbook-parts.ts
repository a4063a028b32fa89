import { AppError } from '../../../platform/errors.ts';
import { getAttribute, readXml } from './xml.ts';
import type { Zip } from './zip.ts';

/* The parts of a workbook beside its sheets: SpreadsheetML, ECMA-376 part 1, chapter 18. */

/** Maximum number of characters of the shared strings, which are held in memory */
const largestTexts = 64 * 1024 * 1024;
/** Maximum number of bytes of each structural part of a workbook */
const largestPart = 16 * 1024 * 1024;

export const noWorkbook = () =>
  new AppError(
    'invalid-file',
    'The file is not an Excel workbook. Please save it as .xlsx, or choose a csv file.',
  );

/** The day 1970-01-01, counted from day 0 of each of Excel's two calendars */
const epochDays = { from1900: 25_569, from1904: 24_107 };

/** Reads the id of the first sheet, and the day of the workbook's calendar that is 1970-01-01. */
export async function readBook(zip: Zip): Promise<{ sheetId: string | undefined; epochDay: number }> {
  let sheetId: string | undefined;
  let from1904 = false;
  await readPart(zip, 'xl/workbook.xml', (name, attributes) => {
    if (name === 'sheet') sheetId ??= getAttribute(attributes, 'id');
    if (name === 'workbookPr') from1904 = /^(1|true)$/.test(getAttribute(attributes, 'date1904') ?? '');
  });
  return { sheetId, epochDay: from1904 ? epochDays.from1904 : epochDays.from1900 };
}

/** Reads the paths of the parts of a workbook, by id. */
export async function readRelations(zip: Zip): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const path = 'xl/_rels/workbook.xml.rels';
  if (!zip.has(path)) return targets;
  await readPart(zip, path, (name, attributes) => {
    const target = getAttribute(attributes, 'Target');
    if (name !== 'Relationship' || target === undefined) return;
    targets.set(getAttribute(attributes, 'Id')!, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  });
  return targets;
}

/** Reads the elements and attributes of a structural part of a workbook. */
async function readPart(
  zip: Zip,
  path: string,
  onOpen: (name: string, attributes: string) => void,
  onClose: (name: string) => void = () => {},
): Promise<void> {
  let size = 0;
  async function* limited(): AsyncGenerator<Uint8Array> {
    for await (const piece of zip.read(path)) {
      size += piece.length;
      if (size > largestPart) throw noWorkbook();
      yield piece;
    }
  }
  await drain(readXml(limited(), { open: onOpen, close: onClose, text() {} }));
}

async function drain(steps: AsyncIterable<void>): Promise<void> {
  for await (const _ of steps);
}

/** Reads the shared strings, to which cells refer by index. */
export async function readTexts(zip: Zip): Promise<string[]> {
  const texts: string[] = [];
  let size = 0;
  let text = '';
  let within = false;
  let phonetic = false;
  const grow = (value: string) => {
    text += value;
    // An empty text uses memory too.
    size += value.length + 8;
    if (size > largestTexts)
      throw new AppError('invalid-file', 'The Excel workbook has too much text. Please import it as csv.');
  };
  const handler = {
    open(name: string) {
      if (name === 'si') {
        text = '';
        grow('');
      }
      // A phonetic run is the pronunciation of the text.
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') within = !phonetic;
    },
    close(name: string) {
      if (name === 'si') texts.push(text);
      else if (name === 'rPh') phonetic = false;
      else if (name === 't') within = false;
    },
    text(value: string) {
      if (within) grow(value);
    },
  };
  await drain(readXml(zip.read('xl/sharedStrings.xml'), handler));
  return texts;
}

/** The built-in number formats for dates and times: ECMA-376 part 1, 18.8.30. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Reads the cell styles that show a number as a date. */
export async function readDateStyles(zip: Zip): Promise<Set<number>> {
  const dateFormats = new Set<number>();
  const styles = new Set<number>();
  let within = false;
  let style = 0;
  await readPart(
    zip,
    'xl/styles.xml',
    (name, attributes) => {
      if (name === 'numFmt' && showsDate(getAttribute(attributes, 'formatCode') ?? ''))
        dateFormats.add(Number(getAttribute(attributes, 'numFmtId')));
      if (name === 'cellXfs') within = true;
      if (name !== 'xf' || !within) return;
      const format = Number(getAttribute(attributes, 'numFmtId') ?? 0);
      if (isBuiltInDate(format) || dateFormats.has(format)) styles.add(style);
      style++;
    },
    (name) => {
      if (name === 'cellXfs') within = false;
    },
  );
  return styles;
}

/**
 * Returns whether a format code shows a date. Letters in quotation marks or brackets, or after a backslash, are literal
 * text.
 */
function showsDate(formatCode: string): boolean {
  return /[ydhs]/i.test(formatCode.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}
