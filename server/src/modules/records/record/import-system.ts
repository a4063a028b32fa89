import type { FieldChanges, FieldValue } from '@twinward/contracts/records/field';
import type { RecordImportRow } from '@twinward/contracts/records/record-import';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { isUnique } from '@twinward/domain/records/kinds';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type CellNumbers, changesNothing, type FileRow } from '../../jobs/row-import/service.ts';
import {
  fileFields,
  lockFields,
  readCells,
  readFields,
  referencesAsked,
  resolveValues,
} from '../field/service.ts';
import { findTitles } from '../link/service.ts';
import { systemFieldsChanging } from '../record-type/events.ts';
import { changeSystemFields, type TypeDefinition } from '../record-type/service.ts';
import { idColumn, recordColumn } from './columns.ts';
import { idIn, repeated } from './import-plan.ts';
import type { Writer } from './write.ts';

/** The plan for a row of a file that sets further fields of a record of a system type. */
export interface PlannedFields extends RecordImportRow {
  /** 0 if the row has an error. */
  id: number;
  changes: FieldChanges;
}

/** The records and unique values of earlier rows. Each call adds its rows. */
export interface SeenRows {
  /** Line numbers by record id. */
  records: Map<number, number>;
  /** Line numbers by value, for each unique field. */
  values: Map<string, Map<FieldValue, number>>;
}

/**
 * Plans an import of further fields, in which each row identifies an existing record. Locks these records, except in a
 * dry run.
 */
export async function planFields(
  db: Db,
  by: Writer,
  type: TypeDefinition,
  rows: readonly FileRow<string>[],
  { dryRun, numbers, seen }: { dryRun: boolean; numbers: CellNumbers<string>; seen: SeenRows },
): Promise<PlannedFields[]> {
  const cells = await readCells(
    db,
    fileFields(type.fields),
    rows,
    (row, { name }) => (row.problem === undefined ? row.cells[name] : undefined),
    (row, { name }) => numbers(row, name),
  );
  const ids = await findRecords(db, type, rows);
  const known = ids.flatMap(({ id }) => id ?? []);
  const before = await (dryRun ? readFields : lockFields)(db, type, known);
  const titles = await findTitles(db, type.name, known);
  const resolved = await resolveValues(
    db,
    type,
    ids.map(({ id }, place) => ({
      id,
      before: (id === null ? null : before.get(id)) ?? null,
      changes: cells[place]!.changes,
      state: null,
    })),
    { userId: by.userId, locks: !dryRun },
  );
  const captions = new Map(type.fields.map(({ name, caption }) => [name, caption]));
  const unique = type.fields.filter(isUnique);
  const planned: PlannedFields[] = [];
  for (const [place, row] of rows.entries()) {
    const { id, named, problem } = ids[place]!;
    const { changes, problems } = cells[place]!;
    const values = id === null ? undefined : before.get(id);
    const isKnown = id !== null && values !== undefined;
    const found = isKnown
      ? [
          ...resolved[place]!.problems.map(
            ({ field, message }) => `${captions.get(field) ?? field}: ${message}`,
          ),
          ...repeated(unique, row.line, resolved[place]!, seen.values),
          ...sameRecord(id, row.line, seen.records),
          ...(await findRefusal(db, type, id)),
        ]
      : [problem ?? `Id: There is no record ${id}.`];
    const messages = row.problem === undefined ? [...problems, ...found] : [row.problem];
    const title = (id === null ? undefined : titles.get(id)) ?? named;
    if (messages.length > 0 || !isKnown)
      planned.push({ line: row.line, title, action: 'error', message: messages.join(' '), id: 0, changes });
    else
      planned.push({
        line: row.line,
        title,
        action: changesNothing(values, changes) ? 'unchanged' : 'update',
        message: null,
        id,
        changes,
      });
  }
  return planned;
}

/** Stores the planned changes. */
export async function applyFields(
  db: Db,
  by: Writer,
  type: TypeDefinition,
  planned: readonly PlannedFields[],
): Promise<void> {
  for (const { action, id, title, changes } of planned)
    if (action === 'update') await changeSystemFields(db, by, type, { id, title }, changes);
}

interface FoundRecord {
  id: number | null;
  /** The text in the file that identifies the record. */
  named: string;
  /** The reason why no record was found. */
  problem?: string;
}

/** Finds the record of each row: by its id, or if it has none by the text in the record column. */
async function findRecords(
  db: Db,
  type: TypeDefinition,
  rows: readonly FileRow<string>[],
): Promise<FoundRecord[]> {
  const texts = rows.map(({ cells }) => cells[recordColumn]?.trim() ?? '');
  const wanted = [
    ...new Set(texts.filter((text, place) => text !== '' && !rows[place]!.cells[idColumn]?.trim())),
  ];
  const answers =
    wanted.length === 0 ? [] : await referencesAsked.ask(db, { type: type.name, texts: wanted });
  const byText = new Map(answers.flatMap((answer) => answer ?? []).map(({ id, text }) => [text, id]));
  return rows.map(({ cells }, place): FoundRecord => {
    const idText = cells[idColumn]?.trim() ?? '';
    const named = texts[place]!.slice(0, 200);
    if (idText !== '') {
      const id = idIn(idText);
      return id === null ? { id, named, problem: 'Id: Please enter an integer.' } : { id, named };
    }
    if (named === '')
      return { id: null, named, problem: 'Please name a record by its id, or as it is shown.' };
    const id = byText.get(texts[place]!) ?? null;
    return id === null
      ? { id, named, problem: `Record: There is no '${named}', or there are several: please give the id.` }
      : { id, named };
  });
}

function sameRecord(id: number, line: number, seen: SeenRows['records']): string[] {
  const earlier = seen.get(id);
  if (earlier === undefined) seen.set(id, line);
  return earlier === undefined || earlier === line ? [] : [`Row ${earlier} has the same record.`];
}

/** Returns the reason why a record can't be changed; empty if it can. */
async function findRefusal(db: Db, type: TypeDefinition, id: number): Promise<string[]> {
  try {
    await systemFieldsChanging.emit(db, { type: type.name as SystemType, id });
    return [];
  } catch (error) {
    if (error instanceof AppError) return [error.message];
    throw error;
  }
}
