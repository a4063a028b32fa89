import type { DecimalSign } from '@twinward/contracts/core/file-options';
import type { ColumnsOption, ZeroQuality } from '@twinward/contracts/signals/import';
import type { RepeatedHour } from '@twinward/domain/file/repeated-hours';

/** Output and options of the parser of point files, which reads a stream of bytes in bounded memory. */

/** Points of one tag, in the order of the file. */
export interface ParsedPoints {
  /** As named in the file; null if the file names none and the import is for one tag. */
  tag: string | null;
  /** Epoch milliseconds, in the order of the file. */
  times: Float64Array;
  /** NaN for a bad point without a value. */
  values: Float64Array;
  /** Null when all are good. */
  qualities: Uint8Array | null;
}

/** A rejected row, with a message for the author of the file. */
export interface RefusedLine {
  /** From 1, including the heading. */
  line: number;
  reason: string;
}

/** The next rows of a file. Batches are the same whenever the file is parsed. */
export interface ParsedBatch {
  /** The last line of the batch. */
  lastLine: number;
  /** Number of data rows. */
  rows: number;
  points: ParsedPoints[];
  refused: RefusedLine[];
  /** Repeated local times of its rows, with the tags and decisions that it adds to each. */
  repeatedHours: RepeatedHour[];
}

export interface ParseOptions {
  fileName: string;
  /** IANA name, for times without a zone. */
  timeZone: string;
  dateOrder: 'ymd' | 'dmy' | 'mdy';
  /** Undefined to detect it from the file's numbers. */
  decimalSign?: DecimalSign | undefined;
  /** The meaning of 0 in a quality column of only 0, 1 and 2; such a column is rejected without it. */
  zeroQuality?: ZeroQuality | undefined;
  /** Columns chosen by their headings. */
  columns?: ColumnsOption;
  /** Whether the file may have only times and values, for a chosen tag. */
  singleTag: boolean;
  /** Columns, or tags of rows, that are left out without a report. */
  skipped?: ReadonlySet<string>;
  /** The names that are those of tags: rows of others are rejected. Called once per name. */
  findTags(names: readonly string[]): Promise<ReadonlySet<string>>;
}
