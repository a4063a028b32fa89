import {
  type DecimalSign,
  noEvidence,
  noteNumber,
  plainNumbers,
  readNumber,
  styleOf,
} from '@twinward/domain/file/number';
import type { FileRow } from './read-rows.ts';

/** @returns the number of a cell, null where it is empty, or what is wrong with it */
export type CellNumbers<Name extends string> = (row: FileRow<Name>, name: Name) => number | string | null;

interface NumberOptions {
  /** Between the columns; null in a workbook. */
  separator: string | null;
  /** As chosen; undefined where the file's numbers are to tell. */
  decimalSign?: DecimalSign | undefined;
}

/**
 * Reads the numbers of a file's rows, by the decimal sign that was chosen or that its numbers show.
 * @param columns those that hold numbers
 */
export function createCellNumbers<Name extends string>(
  rows: readonly FileRow<Name>[],
  columns: readonly Name[],
  { separator, decimalSign }: NumberOptions,
): CellNumbers<Name> {
  const evidence = noEvidence();
  for (const { cells, numeric } of rows)
    for (const name of columns) if (!numeric?.has(name)) noteNumber(evidence, bare(cells[name] ?? ''));
  const style = styleOf(evidence, separator, decimalSign);
  return ({ cells, numeric }, name) => {
    const text = bare(cells[name] ?? '');
    return text === '' ? null : readNumber(text, numeric?.has(name) ? plainNumbers : style);
  };
}

/** A percentage or an amount of money without its sign. */
const bare = (text: string): string => text.replaceAll(/^\$\s*|\s*[%$]$/g, '').trim();
