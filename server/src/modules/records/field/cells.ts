import type { FieldChanges, FieldDefinition } from '@twinward/contracts/records/field';
import { holdsNumbers, type IdsByCaption, kindOf } from '@twinward/domain/records/kinds';
import type { Db } from '../../../platform/database/database.ts';
import { readIds } from './references.ts';

/** The text of a field's cell in a row of a file; undefined where the file has no such column. */
export type CellOf<Row> = (row: Row, field: FieldDefinition) => string | undefined;
/** The number in a field's cell, an error message if it holds no number, or null if it is empty. */
export type NumberOf<Row> = (row: Row, field: FieldDefinition) => number | string | null;

/** The changes that a row of a file makes, and what is wrong with its cells. */
export interface ReadCells {
  changes: FieldChanges;
  problems: string[];
}

/** The fields whose cells are numbers. */
export const numericFields = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.filter(holdsNumbers);

/** Reads the cells of some rows of a file as values. An empty cell empties its field. */
export async function readCells<Row>(
  db: Db,
  fields: readonly FieldDefinition[],
  rows: readonly Row[],
  cellOf: CellOf<Row>,
  numberOf: NumberOf<Row>,
): Promise<ReadCells[]> {
  const entered = fields.filter(({ kind, deprecated }) => kindOf(kind).isEntered && !deprecated);
  const ids = await readIds(db, entered, (field) =>
    rows.flatMap((row) => textsOf(field, cellOf(row, field))),
  );
  return rows.map((row) => readRow(row, entered, ids, cellOf, numberOf));
}

const textsOf = (field: FieldDefinition, cell: string | undefined): string[] =>
  cell === undefined || cell === '' ? [] : field.kind === 'list-items' ? cell.split(';') : [cell];

const none: IdsByCaption = new Map();

function readRow<Row>(
  row: Row,
  fields: readonly FieldDefinition[],
  ids: ReadonlyMap<string, IdsByCaption>,
  cellOf: CellOf<Row>,
  numberOf: NumberOf<Row>,
): ReadCells {
  const problems: string[] = [];
  const changes: FieldChanges = {};
  for (const field of fields) {
    const cell = cellOf(row, field);
    if (cell === undefined) continue;
    if (cell.trim() === '') {
      changes[field.name] = null;
      continue;
    }
    const kind = kindOf(field.kind);
    const number = holdsNumbers(field) ? numberOf(row, field) : null;
    if (typeof number === 'string') {
      problems.push(`${field.caption}: ${number}`);
      continue;
    }
    const checked =
      number === null ? kind.read(cell, field, ids.get(field.name) ?? none) : kind.check(number, field);
    if ('message' in checked) problems.push(`${field.caption}: ${checked.message}`);
    else changes[field.name] = checked.value;
  }
  return { changes, problems };
}
