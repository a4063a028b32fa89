import { AppError } from '../../../platform/errors.ts';
import { type Bytes, gunzipIfNeeded, peekBytes } from '../../system/file/bytes.ts';
import { readDelimited } from '../../system/file/delimited.ts';
import type { SourceRows } from '../../system/file/lines.ts';
import { createTimeReader } from '../../system/file/times.ts';
import { readWorkbook } from '../../system/file/workbook.ts';
import type { ParsedBatch, ParseOptions } from './parsed.ts';
import { PointCollector } from './point-collector.ts';
import { RowReader } from './row-reader.ts';

/** A batch ends with the row that reaches one of these. */
const pointsPerBatch = 500_000;
const rowsPerBatch = 500_000;
const refusedPerBatch = 10_000;

/**
 * Reads the points of a file, csv or xlsx, gzipped or not, in bounded memory.
 *
 * @throws AppError 'invalid-file' when the file as a whole is none of points
 */
export async function* parsePoints(bytes: Bytes, options: ParseOptions): AsyncGenerator<ParsedBatch> {
  const { rows, excelDays } = await openRows(bytes, options.fileName);
  const reader = new RowReader(options, createTimeReader({ ...options, excelDays }));
  const batch = new PointCollector();
  for await (const some of rows) {
    for (const row of some) {
      // Most rows need nothing that is waited for.
      const asked = reader.read(row, batch);
      if (asked) await asked;
      if (
        batch.points >= pointsPerBatch ||
        batch.rows >= rowsPerBatch ||
        batch.refused.length >= refusedPerBatch
      )
        yield batch.take();
    }
  }
  if (batch.rows > 0 || batch.refused.length > 0) yield batch.take();
}

const zipMagic = Buffer.from('PK\x03\x04', 'latin1');
const oleMagic = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** The rows of a file, csv or xlsx, gzipped or not. @throws AppError 'invalid-file' when it is neither. */
export async function openRows(
  bytes: Bytes,
  fileName: string,
): Promise<{ rows: SourceRows; excelDays: boolean }> {
  const { head, whole } = await peekBytes(await gunzipIfNeeded(bytes), zipMagic.length);
  if (head.equals(zipMagic)) return { rows: readWorkbook(whole), excelDays: true };
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
  return { rows: readDelimited(whole), excelDays: false };
}
