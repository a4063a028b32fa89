import { isDeepStrictEqual } from 'node:util';
import type { FieldChanges, FieldDefinition, FieldValue } from '@twinward/contracts/records/field';
import type { RecordImportRow } from '@twinward/contracts/records/record-import';
import { valueIn } from '@twinward/domain/records/conditions';
import { isUnique } from '@twinward/domain/records/kinds';
import { firstState } from '@twinward/domain/records/states';
import type { Db } from '../../../platform/database/database.ts';
import type { CellNumbers, FileRow } from '../../jobs/row-import/service.ts';
import {
  fileFields,
  findHolders,
  numericFields,
  type ReadCells,
  type ResolvedValues,
  readCells,
  resolveValues,
  type ValuesChange,
} from '../field/service.ts';
import type { TypeDefinition } from '../record-type/service.ts';
import { idColumn } from './columns.ts';
import { createSharedTitles } from './shared-texts.ts';
import { lockRecords, type RecordRow, selectRecords } from './store.ts';

/** The plan for a row of a file. */
export interface PlannedRecord extends RecordImportRow {
  resolved: ResolvedValues | null;
  /** The record to change; null for a new one. */
  existing: RecordRow | null;
}

export interface PlanOptions {
  userId: number;
  dryRun: boolean;
  numbers: CellNumbers<string>;
  /** Values of unique fields in earlier rows: by field, the line of each value. Each call adds its rows. */
  seen: Map<string, Map<FieldValue, number>>;
}

interface ReadRow {
  row: FileRow<string>;
  changes: FieldChanges;
  problems: string[];
  id: number | null;
}

export const numericColumns = ({ fields }: TypeDefinition): string[] =>
  numericFields(fileFields(fields)).map(({ name }) => name);

/** Plans the import of rows against the existing records. Locks these records, except in a dry run. */
export async function planRecords(
  db: Db,
  type: TypeDefinition,
  rows: readonly FileRow<string>[],
  options: PlanOptions,
): Promise<PlannedRecord[]> {
  const fields = fileFields(type.fields);
  const cells = await readCells(
    db,
    fields,
    rows,
    (row, { name }) => (row.problem === undefined ? row.cells[name] : undefined),
    (row, { name }) => options.numbers(row, name),
  );
  const read = rows.map((row, place) => withId(row, cells[place]!));
  await findExisting(db, type, fields, read);
  const known = read.flatMap(({ id }) => (id === null ? [] : [id]));
  const select = options.dryRun ? selectRecords : lockRecords;
  const existing = new Map((await select(db, type, known)).map((row) => [row.id, row]));
  const changes = read.map(({ id, changes }): ValuesChange => {
    const row = id === null ? undefined : existing.get(id);
    return row
      ? { id: row.id, before: row.fields, changes, state: row.state }
      : { id: null, before: null, changes, state: firstState(type) };
  });
  const resolved = await resolveValues(db, type, changes, { userId: options.userId, locks: !options.dryRun });
  const names = {
    toTitle: await createSharedTitles(db, type),
    captions: new Map(type.fields.map(({ name, caption }) => [name, caption])),
    unique: type.fields.filter(isUnique),
  };
  return read.map((one, place) => plan(type, one, resolved[place]!, existing, names, options));
}

/** Returns the id in a cell; null if the text is not an id. */
export const idIn = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

function withId(row: FileRow<string>, { changes, problems }: ReadCells): ReadRow {
  const text = row.cells[idColumn]?.trim() ?? '';
  const id = idIn(text);
  return {
    row,
    changes,
    problems: [
      ...(row.problem === undefined ? [] : [row.problem]),
      ...problems,
      ...(text === '' || id !== null ? [] : ['Id: Please enter an integer.']),
    ],
    id,
  };
}

/** Finds the record of each row without an id by the first unique field that the file has. */
async function findExisting(
  db: Db,
  type: TypeDefinition,
  fields: readonly FieldDefinition[],
  read: ReadRow[],
): Promise<void> {
  const key = fields.find(
    (field) => isUnique(field) && read.some(({ row }) => row.cells[field.name] !== undefined),
  );
  if (!key) return;
  const wanted = read.filter(
    ({ id, changes }) => id === null && valueIn(changes as never, key.name) !== undefined,
  );
  const values = wanted.flatMap(({ changes }) => changes[key.name] ?? []) as FieldValue[];
  const holders = new Map((await findHolders(db, type, key, values)).map(({ id, value }) => [value, id]));
  for (const one of wanted) one.id = holders.get(one.changes[key.name] as FieldValue) ?? null;
}

/** Properties of the type that the plans of all rows share. */
interface TypeNames {
  toTitle: Awaited<ReturnType<typeof createSharedTitles>>;
  captions: ReadonlyMap<string, string>;
  unique: readonly FieldDefinition[];
}

function plan(
  type: TypeDefinition,
  { row, problems, id }: ReadRow,
  resolved: ResolvedValues,
  existing: ReadonlyMap<number, RecordRow>,
  { toTitle, captions, unique }: TypeNames,
  { seen }: PlanOptions,
): PlannedRecord {
  const before = id === null ? null : (existing.get(id) ?? null);
  const title = toTitle(resolved.values, resolved.captions) || before?.title || '';
  const messages = [
    ...problems,
    ...(id !== null && !before ? [`Id: There is no record ${id}.`] : []),
    ...resolved.problems.map(({ field, message }) => `${captions.get(field) ?? field}: ${message}`),
    ...repeated(unique, row.line, resolved, seen),
  ];
  const base = { line: row.line, title, existing: before };
  if (type.deprecated && !before) messages.push(`${type.caption} is deprecated: it takes no new records.`);
  if (messages.length > 0) return { ...base, action: 'error', message: messages.join(' '), resolved: null };
  const isSame = before !== null && isDeepStrictEqual(before.fields, resolved.values);
  const action = before === null ? 'create' : isSame ? 'unchanged' : 'update';
  return { ...base, action, message: null, resolved };
}

/** Returns an error for each unique value that an earlier row of the file has. */
export function repeated(
  unique: readonly FieldDefinition[],
  line: number,
  { values }: ResolvedValues,
  seen: PlanOptions['seen'],
): string[] {
  return unique.flatMap((field) => {
    const value = valueIn(values, field.name);
    if (value === undefined) return [];
    const lines = seen.get(field.name) ?? new Map<FieldValue, number>();
    seen.set(field.name, lines);
    const earlier = lines.get(value);
    if (earlier === undefined) lines.set(value, line);
    return earlier === undefined || earlier === line
      ? []
      : [`${field.caption}: The row ${earlier} has the same value.`];
  });
}
