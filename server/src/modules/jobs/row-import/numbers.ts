import {
  type DecimalSign,
  detectNumberStyle,
  type NumberEvidence,
  noEvidence,
  plainNumbers,
  readNumber,
  recordNumber,
} from '@twinward/domain/file/number';
import type { FileRow } from './read-rows.ts';

/** @returns the number in a cell, null if it is empty, or an error message */
export type CellNumbers<Name extends string> = (row: FileRow<Name>, name: Name) => number | string | null;

/** Options for parsing the numbers of a file. */
export interface NumberOptions {
  /** Column separator; null in a workbook. */
  separator: string | null;
  /** The chosen sign; undefined to detect it from the file's numbers. */
  decimalSign?: DecimalSign | undefined;
  /** Evidence of the number format from the whole file; by default from the given rows. */
  evidence?: NumberEvidence;
}

function recordNumbers<Name extends string>(
  evidence: NumberEvidence,
  rows: readonly FileRow<Name>[],
  columns: readonly Name[],
): void {
  for (const { cells, numeric } of rows)
    for (const name of columns) if (!numeric?.has(name)) recordNumber(evidence, bare(cells[name] ?? ''));
}

/**
 * Reads a whole file to detect the decimal sign of its numbers, for an import that reads it in batches.
 * @param columns columns that contain numbers; if there are none, nothing is read
 * @param open opens the file at its beginning
 */
export async function surveyNumbers<Name extends string>(
  columns: readonly Name[],
  open: () => Promise<AsyncIterable<FileRow<Name>[]>>,
): Promise<NumberEvidence> {
  const evidence = noEvidence();
  if (columns.length === 0) return evidence;
  for await (const rows of await open()) {
    const [first] = rows;
    // A row has a cell for each column of the file, even if the cell is empty.
    if (first && columns.every((name) => first.cells[name] === undefined)) break;
    recordNumbers(evidence, rows, columns);
  }
  return evidence;
}

/**
 * Reads the numbers of a file's rows, with the chosen or detected decimal sign.
 * @param columns columns that contain numbers
 */
export function createCellNumbers<Name extends string>(
  rows: readonly FileRow<Name>[],
  columns: readonly Name[],
  { separator, decimalSign, evidence }: NumberOptions,
): CellNumbers<Name> {
  const known = evidence ?? noEvidence();
  if (evidence === undefined) recordNumbers(known, rows, columns);
  const style = detectNumberStyle(known, separator, decimalSign);
  return ({ cells, numeric }, name) => {
    const text = bare(cells[name] ?? '');
    return text === '' ? null : readNumber(text, numeric?.has(name) ? plainNumbers : style);
  };
}

/** Removes a percent or dollar sign. */
const bare = (text: string): string =>
  /[%$]/.test(text) ? text.replaceAll(/^\$\s*|\s*[%$]$/g, '').trim() : text.trim();
