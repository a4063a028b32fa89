import { AppError } from '../../../platform/errors.ts';
import { type Bytes, gunzipIfNeeded, peekBytes } from './bytes.ts';
import { readDelimited } from './delimited.ts';
import type { SourceRows } from './lines.ts';
import type { ReadingTime } from './reading-time.ts';
import { readWorkbook } from './workbook.ts';

const zipMagic = Buffer.from('PK\x03\x04', 'latin1');
const oleMagic = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** The rows of a file. */
export interface OpenedRows {
  rows: SourceRows;
  /**
   * The day of the workbook's calendar that is 1970-01-01, for times that are plain numbers; null for other files, and
   * before the first row is read.
   */
  readonly epochDay: number | null;
  /** Column separator; null in a workbook, and before the first row is read. */
  readonly separator: string | null;
}

/** Opens a csv or xlsx file, gzipped or not. @throws AppError `invalid-file` for other files. */
export async function openRows(bytes: Bytes, fileName: string, time: ReadingTime): Promise<OpenedRows> {
  const { head, whole } = await peekBytes(time.checked(await gunzipIfNeeded(bytes)), zipMagic.length);
  if (head.equals(zipMagic)) {
    let epochDay: number | null = null;
    const onCalendar = (day: number): void => {
      epochDay = day;
    };
    return {
      rows: readWorkbook(whole, { time, onCalendar }),
      get epochDay() {
        return epochDay;
      },
      separator: null,
    };
  }
  if (head.equals(oleMagic))
    throw new AppError(
      'invalid-file',
      'The file is an Excel workbook of the old kind (.xls), or has a password. Please save it as .xlsx without one.',
    );
  if (/\.xlsx?(\.gz)?$/i.test(fileName))
    throw new AppError(
      'invalid-file',
      `The file '${fileName}' is no Excel workbook. Please save it as .xlsx, or choose a csv file.`,
    );
  const { rows, splitter } = readDelimited(whole);
  return {
    rows,
    epochDay: null,
    get separator() {
      return splitter.separator;
    },
  };
}
