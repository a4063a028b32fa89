import type { DecimalSign } from '@twinward/contracts/core/file-options';
import type { ColumnsOption, ZeroQuality } from '@twinward/contracts/signals/import';
import type { RepeatedHour } from '../../system/file/service.ts';

/**
 * What the parser of point files yields, and what it asks for. The file it reads comes in pieces of bytes,
 * and is never held whole.
 */

/** Points of one tag, in the order of the file. */
export interface ParsedPoints {
  /** As named in the file; null where the file names none and the import is for one tag. */
  tag: string | null;
  /** Epoch milliseconds, in the order of the file. */
  times: Float64Array;
  /** NaN where a bad point has no value. */
  values: Float64Array;
  /** Null when all are good. */
  qualities: Uint8Array | null;
}

/** A row that can't be stored, and why, in words for who made the file. */
export interface RefusedLine {
  /** From 1, the heading's included. */
  line: number;
  reason: string;
}

/** The next rows of a file: the same rows in the same batches whenever the file is parsed. */
export interface ParsedBatch {
  /** The last line that belongs to it. */
  lastLine: number;
  /** How many rows of data it holds. */
  rows: number;
  points: ParsedPoints[];
  refused: RefusedLine[];
  /** Repeated local times that its rows are in, with the tags and decisions that it adds to each. */
  repeatedHours: RepeatedHour[];
}

export interface ParseOptions {
  fileName: string;
  /** IANA name, for times without a zone. */
  timeZone: string;
  dateOrder: 'ymd' | 'dmy' | 'mdy';
  /** Undefined where the file's numbers are to tell. */
  decimalSign?: DecimalSign | undefined;
  /** What 0 means in a quality column of 0, 1 and 2 alone: such a column is refused without it. */
  zeroQuality?: ZeroQuality | undefined;
  /** Columns that were chosen by their headings. */
  columns?: ColumnsOption;
  /** Whether the file may have just times and values, for a tag chosen beside it. */
  singleTag: boolean;
  /** Whether there is a tag of that name: rows of others are refused. Asked once a name. */
  knowsTag(name: string): Promise<boolean>;
}
