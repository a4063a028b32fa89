import type { DecimalSign } from '@twinward/contracts/core/file-options';
import type { ColumnsOption, ZeroQuality } from '@twinward/contracts/signals/import';
import type { RepeatedHour } from '@twinward/domain/file/repeated-hours';

/** The output and options of the parser of point files, which reads a stream of bytes in bounded memory. */

/** Points of one tag, in the order of the file. */
export interface ParsedPoints {
  /** The name in the file; null if the file names no tag and the import is for one tag. */
  tag: string | null;
  /** Epoch milliseconds, in the order of the file. */
  times: Float64Array;
  /** NaN for a bad point without a value. */
  values: Float64Array;
  /** Null if all are good. */
  qualities: Uint8Array | null;
}

/** A rejected row, with a message for the author of the file. */
export interface RefusedLine {
  /** Line number, counted from 1 with the heading. */
  line: number;
  reason: string;
}

/** The next rows of a file. Parsing the file again gives the same batches. */
export interface ParsedBatch {
  /** The last line of the batch. */
  lastLine: number;
  /** Number of data rows. */
  rows: number;
  points: ParsedPoints[];
  refused: RefusedLine[];
  /** Repeated local hours of the batch's rows, with the number of tags and undecided rows that it adds to each. */
  repeatedHours: RepeatedHour[];
}

export interface ParseOptions {
  fileName: string;
  /** IANA name, for times without a zone. */
  timeZone: string;
  dateOrder: 'ymd' | 'dmy' | 'mdy';
  /** Undefined to detect it from the file's numbers. */
  decimalSign?: DecimalSign | undefined;
  /** The meaning of 0 in a quality column with only the codes 0, 1 and 2. Without it, such a column is rejected. */
  zeroQuality?: ZeroQuality | undefined;
  /** Columns chosen by their headings. */
  columns?: ColumnsOption;
  /** Whether the file may have only times and values, for a chosen tag. */
  singleTag: boolean;
  /** Columns or tags of rows to skip without a report. */
  skipped?: ReadonlySet<string>;
  /** Returns which of the names are names of tags. Rows of other names are rejected. Called once per name. */
  findTags(names: readonly string[]): Promise<ReadonlySet<string>>;
}
