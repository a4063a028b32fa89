import { isDeepStrictEqual } from 'node:util';
import type { Permissions } from '@twinward/contracts/access/access';
import type { FieldChanges, FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { valueIn } from '@twinward/domain/records/conditions';
import { cellValue } from '@twinward/domain/records/show';
import { isEmpty } from '@twinward/domain/rules/rule';
import type { Db } from '../../../platform/database/database.ts';
import {
  fieldColumns,
  fileFields,
  numericFields,
  type ReadCells,
  readCaptions,
  readCells,
} from '../../records/field/service.ts';
import {
  addRollUps,
  type CheckedFields,
  getSystemType,
  listFieldProblems,
  listShownFields,
} from '../../records/record-type/service.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import type { PlannedRow } from './carry-out.ts';
import { type FileColumn, plain } from './columns.ts';
import type { CellNumbers } from './numbers.ts';
import type { FileRow } from './read-rows.ts';

/** The name of the column of a further field. */
export type FieldColumnName = `fields.${string}`;

const toColumn = ({ name }: Pick<FieldDefinition, 'name'>): FieldColumnName => `fields.${name}`;

/** The changes in the cells of further fields, and their errors, by line. */
export type FurtherCells = ReadonlyMap<number, ReadCells>;

/** The further fields of a system type in the files of its records. */
export interface FurtherColumns {
  /** Columns in the order of the form, at the end of a file. */
  columns: readonly FileColumn<FieldColumnName>[];
  /** The columns that contain numbers, which help to detect the decimal sign of the file. */
  numeric: readonly FieldColumnName[];
  /** Reads the cells of rows. An empty cell clears its field. If a column is missing, its values do not change. */
  read(rows: readonly FileRow<string>[], numbers: CellNumbers<string>): Promise<FurtherCells>;
  /**
   * Marks planned rows whose values break a rule of their field as errors.
   * @param getFields returns null to skip a row
   */
  refuse<Row extends PlannedRow>(
    by: AuditActor,
    rows: readonly Row[],
    getFields: (row: Row) => CheckedFields | null,
  ): Promise<Row[]>;
  /** Returns the cells of records to export for a user, in the order of the columns. */
  listCells(
    reader: Permissions,
    records: readonly { id: number; fields: FieldValues }[],
  ): Promise<(string | number | null)[][]>;
}

/**
 * @param own the other columns of the file; a further field with the same heading as one of them gets its name in the
 *   heading
 */
export async function openFurtherColumns(
  db: Db,
  type: SystemType,
  own: readonly FileColumn<string>[] = [],
): Promise<FurtherColumns> {
  const { fields } = await getSystemType(db, type);
  const taken = new Set(
    own.flatMap(({ name, heading, others = [] }) => [name, heading, ...others].map(plain)),
  );
  return {
    columns: fieldColumns(fields, toColumn).map((column) => {
      const { heading } = column;
      const field = column.name as FieldColumnName;
      const isTaken = taken.has(plain(heading)) || plain(heading) === '';
      taken.add(plain(heading));
      return { ...column, name: field, heading: isTaken ? `${heading} (${field})` : heading };
    }),

    numeric: numericFields(fields).map(toColumn),

    async read(rows, numbers) {
      if (fields.length === 0) return new Map();
      const read = await readCells(
        db,
        fields,
        rows,
        (row, field) => row.cells[toColumn(field)],
        (row, field) => numbers(row, toColumn(field)),
      );
      return new Map(rows.map(({ line }, place) => [line, read[place]!]));
    },

    async refuse(by, rows, getFields) {
      if (fields.length === 0) return [...rows];
      const checked = rows.flatMap((row) => {
        const change = row.action === 'create' || row.action === 'update' ? getFields(row) : null;
        return change === null ? [] : [{ line: row.line, change }];
      });
      const problems = await listFieldProblems(
        db,
        by,
        type,
        checked.map(({ change }) => change),
      );
      const messages = new Map(checked.map(({ line }, place) => [line, problems[place]!.join(' ')]));
      return rows.map((row) => {
        const message = messages.get(row.line) ?? '';
        return message === '' ? row : { ...row, action: 'error' as const, message };
      });
    },

    async listCells(reader, records) {
      const shown = fileFields(fields);
      const readable = await listShownFields(db, reader, shown);
      const captions = await readCaptions(
        db,
        readable,
        records.map((record) => record.fields),
      );
      const complete = records.map(({ id, fields: values }) => ({ id, fields: { ...values } }));
      await addRollUps(db, readable, complete);
      return complete.map((record) =>
        shown.map((field) => cellValue(field, valueIn(record.fields, field.name), captions)),
      );
    },
  };
}

/** Whether changes do not change the values of a record. */
export const changesNothing = (values: FieldValues, changes: FieldChanges | undefined): boolean =>
  Object.entries(changes ?? {}).every(([name, value]) => {
    const before = valueIn(values, name);
    return isEmpty(value) ? before === undefined : isDeepStrictEqual(value, before);
  });
