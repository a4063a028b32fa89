import type { FieldChanges, FieldDefinition } from '@twinward/contracts/records/field';
import { getKind, holdsNumbers, type IdsByCaption } from '@twinward/domain/records/kinds';
import type { Db } from '../../../platform/database/database.ts';
import { readIds } from './references.ts';

/** The text of a field's cell in a row of a file; undefined if the file has no such column. */
export type ReadCell<Row> = (row: Row, field: FieldDefinition) => string | undefined;
/** The number in a field's cell; null if the cell is empty; an error message if it holds no number. */
export type ReadNumber<Row> = (row: Row, field: FieldDefinition) => number | string | null;

/** The changes that a row of a file makes, and the errors in its cells. */
export interface ReadCells {
  changes: FieldChanges;
  problems: string[];
}

/** Returns the fields whose cells hold numbers. */
export const numericFields = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.filter(holdsNumbers);

/** Parses the cells of rows of a file. An empty cell clears its field. */
export async function readCells<Row>(
  db: Db,
  fields: readonly FieldDefinition[],
  rows: readonly Row[],
  readCell: ReadCell<Row>,
  readNumber: ReadNumber<Row>,
): Promise<ReadCells[]> {
  const entered = fields.filter(({ kind, deprecated }) => getKind(kind).isEntered && !deprecated);
  const ids = await readIds(db, entered, (field) =>
    rows.flatMap((row) => splitTexts(field, readCell(row, field))),
  );
  return rows.map((row) => readRow(row, entered, ids, readCell, readNumber));
}

const splitTexts = (field: FieldDefinition, cell: string | undefined): string[] =>
  cell === undefined || cell === '' ? [] : field.kind === 'list-items' ? cell.split(';') : [cell];

const none: IdsByCaption = new Map();

function readRow<Row>(
  row: Row,
  fields: readonly FieldDefinition[],
  ids: ReadonlyMap<string, IdsByCaption>,
  readCell: ReadCell<Row>,
  readNumber: ReadNumber<Row>,
): ReadCells {
  const problems: string[] = [];
  const changes: FieldChanges = {};
  for (const field of fields) {
    const cell = readCell(row, field);
    if (cell === undefined) continue;
    if (cell.trim() === '') {
      changes[field.name] = null;
      continue;
    }
    const kind = getKind(field.kind);
    const number = holdsNumbers(field) ? readNumber(row, field) : null;
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
