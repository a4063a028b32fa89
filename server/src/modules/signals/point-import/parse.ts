import { RepeatedHours } from '@twinward/domain/file/repeated-hours';
import { createTimeReader } from '@twinward/domain/file/times';
import {
  type Bytes,
  openRows,
  ReadingTime,
  type SourceRow,
  type SourceRows,
} from '../../system/file/service.ts';
import type { ParsedBatch, ParseOptions } from './parsed.ts';
import { PointCollector } from './point-collector.ts';
import { RowReader } from './row-reader.ts';
import { surveyFile } from './survey.ts';

/** A batch ends with the row that reaches one of these limits. */
const pointsPerBatch = 500_000;
const rowsPerBatch = 500_000;
const refusedPerBatch = 10_000;
/** Number of rows used to detect the direction of times. */
const rowsOfDirection = 100;

/**
 * Reads the points of a file (csv or xlsx, gzipped or not) in bounded memory and time.
 * @param open reads the file from its beginning; called again if cells can only be interpreted with the whole file
 * @throws AppError `invalid-file` if the file as a whole is invalid
 */
export function parsePoints(
  open: () => Bytes,
  options: ParseOptions,
  time = new ReadingTime(),
): AsyncGenerator<ParsedBatch> {
  return time.limit(readBatches(open, options, time));
}

async function* readBatches(
  open: () => Bytes,
  options: ParseOptions,
  time: ReadingTime,
): AsyncGenerator<ParsedBatch> {
  const opened = await openRows(open(), options.fileName, time);
  const reader = new RowReader(options, {
    times: createTimeReader({
      ...options,
      get epochDay() {
        return opened.epochDay;
      },
    }),
    get separator() {
      return opened.separator;
    },
    survey: async (layout) =>
      surveyFile(await openRows(open(), options.fileName, time), layout, options.decimalSign),
  });
  const collector = new PointCollector();
  const flush = (): ParsedBatch => ({ ...collector.drain(), repeatedHours: reader.hours.drainHours() });
  for await (const some of readAhead(opened.rows, reader)) {
    await reader.findTags(some);
    for (const row of some) {
      // Most rows need no asynchronous work.
      const asked = reader.read(row, collector);
      if (asked) await asked;
      if (
        collector.points >= pointsPerBatch ||
        collector.rows >= rowsPerBatch ||
        collector.refused.length >= refusedPerBatch
      )
        yield flush();
    }
  }
  if (collector.rows > 0 || collector.refused.length > 0) yield flush();
}

/** Yields the rows in order. Some are read ahead to detect the direction of their times. */
async function* readAhead(rows: SourceRows, reader: RowReader): AsyncGenerator<SourceRow[]> {
  let hasHeading = false;
  let ahead: SourceRow[] | null = [];
  for await (const some of rows) {
    if (ahead === null) {
      yield some;
      continue;
    }
    const data = hasHeading ? some : some.slice(1);
    if (!hasHeading) yield some.slice(0, 1);
    hasHeading = true;
    ahead = [...ahead, ...data];
    if (ahead.length < rowsOfDirection) continue;
    reader.hours = new RepeatedHours(detectDirection(ahead, reader));
    yield ahead;
    ahead = null;
  }
  if (ahead === null || ahead.length === 0) return;
  reader.hours = new RepeatedHours(detectDirection(ahead, reader));
  yield ahead;
}

/**
 * Returns -1 if times fall more often than they rise from row to row, else 1. Rows of several tags jump back at most
 * once per tag.
 */
function detectDirection(rows: readonly SourceRow[], reader: RowReader): number {
  let rises = 0;
  let previous: number | null = null;
  for (const row of rows) {
    const local = reader.toLocal(row);
    if (local !== null && previous !== null) rises += Math.sign(local - previous);
    previous = local ?? previous;
  }
  return rises < 0 ? -1 : 1;
}
