import {
  type DecimalSign,
  detectNumberStyle,
  type NumberEvidence,
  noEvidence,
  noteNumber,
  plainNumbers,
  readNumber,
} from '@twinward/domain/file/number';
import type { FileRow } from './read-rows.ts';

/** @returns the number in a cell, null if it is empty, or an error message */
export type CellNumbers<Name extends string> = (row: FileRow<Name>, name: Name) => number | string | null;

/** How the numbers of a file are read. */
export interface NumberOptions {
  /** Column separator; null in a workbook. */
  separator: string | null;
  /** The chosen sign; undefined to detect it from the file's numbers. */
  decimalSign?: DecimalSign | undefined;
  /** What the numbers of earlier rows tell; those of these rows are added. */
  evidence?: NumberEvidence;
}

/**
 * Reads the numbers of a file's rows, with the chosen or detected decimal sign.
 * @param columns those that contain numbers
 */
export function createCellNumbers<Name extends string>(
  rows: readonly FileRow<Name>[],
  columns: readonly Name[],
  { separator, decimalSign, evidence = noEvidence() }: NumberOptions,
): CellNumbers<Name> {
  for (const { cells, numeric } of rows)
    for (const name of columns) if (!numeric?.has(name)) noteNumber(evidence, bare(cells[name] ?? ''));
  const style = detectNumberStyle(evidence, separator, decimalSign);
  return ({ cells, numeric }, name) => {
    const text = bare(cells[name] ?? '');
    return text === '' ? null : readNumber(text, numeric?.has(name) ? plainNumbers : style);
  };
}

/** A percentage or an amount of money without its sign. */
const bare = (text: string): string =>
  /[%$]/.test(text) ? text.replaceAll(/^\$\s*|\s*[%$]$/g, '').trim() : text.trim();
