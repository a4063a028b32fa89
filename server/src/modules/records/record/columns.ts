import {
  type ImportColumn,
  type ImportMapping,
  maximumImportColumns,
} from '@twinward/contracts/records/record-import';
import { columnFinder, type FileColumn } from '../../jobs/row-import/service.ts';
import { fieldColumns } from '../field/service.ts';
import type { TypeDefinition } from '../record-type/service.ts';

export const idColumn = 'Id';
export const stateColumn = 'State';
export const recordColumn = 'Record';

/** Returns the columns of files for a type, in order. */
export function fileColumns({ fields, states, isSystem }: TypeDefinition): FileColumn<string>[] {
  if (isSystem) {
    return [
      {
        name: idColumn,
        heading: idColumn,
        note: 'The id of the record; without one, the next column names the record',
      },
      { name: recordColumn, heading: recordColumn, note: 'The record as it is shown, or its unique id' },
      ...fieldColumns(fields),
    ];
  }
  const note = 'What stands here is not read: states change by their steps';
  return [
    { name: idColumn, heading: idColumn, note: 'Of an existing record; empty for a new one' },
    ...(states.length > 0 ? [{ name: stateColumn, heading: stateColumn, note }] : []),
    ...fieldColumns(fields),
  ];
}

/** Replaces mapped headings by the names of their columns. */
export const mapHeadings = (headings: readonly string[], mapping: ImportMapping): string[] =>
  headings.map((heading) => (Object.hasOwn(mapping, heading) ? (mapping[heading] ?? '') : heading));

const maximumHeading = 1000;
const maximumSample = 100;

/**
 * Returns the columns of a file, and the field that each is read into.
 * @param rows the first rows, without the headings
 */
export function readColumns(
  headings: readonly string[],
  mapping: ImportMapping,
  columns: readonly FileColumn<string>[],
  rows: readonly { cells: readonly string[] }[],
): ImportColumn[] {
  const find = columnFinder(columns);
  const mapped = mapHeadings(headings, mapping);
  return headings
    .map((heading, place) => ({
      heading,
      column: find(mapped[place]!)?.name ?? null,
      sample: (rows.find(({ cells }) => cells[place])?.cells[place] ?? '').slice(0, maximumSample),
    }))
    .filter(({ heading }) => heading !== '' && heading.length <= maximumHeading)
    .slice(0, maximumImportColumns);
}
