import { type Bytes, createTimeReader, openRows, ReadingTime } from '../../system/file/service.ts';
import type { ParsedBatch, ParseOptions } from './parsed.ts';
import { PointCollector } from './point-collector.ts';
import { RowReader } from './row-reader.ts';

/** A batch ends with the row that reaches one of these. */
const pointsPerBatch = 500_000;
const rowsPerBatch = 500_000;
const refusedPerBatch = 10_000;

/**
 * Reads the points of a file, csv or xlsx, gzipped or not, in bounded memory and time.
 *
 * @throws AppError 'invalid-file' when the file as a whole is none of points
 */
export function parsePoints(
  bytes: Bytes,
  options: ParseOptions,
  time = new ReadingTime(),
): AsyncGenerator<ParsedBatch> {
  return time.limit(readBatches(bytes, options, time));
}

async function* readBatches(
  bytes: Bytes,
  options: ParseOptions,
  time: ReadingTime,
): AsyncGenerator<ParsedBatch> {
  const { rows, excelDays } = await openRows(bytes, options.fileName, time);
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
