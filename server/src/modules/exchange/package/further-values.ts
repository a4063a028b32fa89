import type { FieldChanges, FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { getKind, type IdsByCaption, readId } from '@twinward/domain/records/kinds';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { readCaptions, readIds } from '../../records/field/service.ts';
import { getSystemType } from '../../records/record-type/service.ts';

/** Values of further fields by name, with captions instead of the ids of items, users and records. */
export const furtherValues = z
  .record(z.string().max(100), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).max(100)]))
  .default({});
export type FurtherValues = z.infer<typeof furtherValues>;

/** Whether users enter the values of a field; computed fields and automatic numbers are derived. */
const isEntered = (field: FieldDefinition): boolean => getKind(field.kind).isEntered;

/** Reads the further fields of records of a system type. Names of deleted items are omitted. */
export const toFurtherValues = async (
  db: Db,
  type: SystemType,
  records: readonly FieldValues[],
): Promise<FurtherValues[]> => toNamedValues(db, (await getSystemType(db, type)).fields, records);

/** Reads the values of entered fields. */
export async function toNamedValues(
  db: Db,
  definitions: readonly FieldDefinition[],
  records: readonly FieldValues[],
): Promise<FurtherValues[]> {
  const fields = definitions.filter(isEntered);
  const captions = await readCaptions(db, fields, records);
  return records.map((values) => {
    const own: FurtherValues = {};
    for (const field of fields) {
      const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
      if (value === undefined) continue;
      if (getKind(field.kind).refersTo === null) own[field.name] = value as string | number | boolean;
      else if (Array.isArray(value))
        own[field.name] = value.flatMap((id) => captions[field.name]?.[id] ?? []);
      else {
        const caption = captions[field.name]?.[value as number];
        if (caption !== undefined) own[field.name] = caption;
      }
    }
    return own;
  });
}

/**
 * Returns the changes that set these values of further fields and clear the others.
 * @throws AppError `invalid-request`, naming each caption that does not exist here.
 */
export const toFurtherChanges = async (
  db: Db,
  type: SystemType,
  values: FurtherValues,
): Promise<FieldChanges> => (await listFurtherChanges(db, type, [values]))[0]!;

/** Like `toFurtherChanges`, for many records. */
export async function listFurtherChanges(
  db: Db,
  type: SystemType,
  records: readonly FurtherValues[],
): Promise<FieldChanges[]> {
  if (records.length === 0) return [];
  return listFieldChanges(db, (await getSystemType(db, type)).fields, records);
}

/** Like `toFurtherChanges`, for any type. */
export const toFieldChanges = async (
  db: Db,
  definitions: readonly FieldDefinition[],
  values: FurtherValues,
): Promise<FieldChanges> => (await listFieldChanges(db, definitions, [values]))[0]!;

async function listFieldChanges(
  db: Db,
  definitions: readonly FieldDefinition[],
  records: readonly FurtherValues[],
): Promise<FieldChanges[]> {
  const fields = definitions.filter(isEntered);
  const ids = await readIds(
    db,
    fields.filter(({ name }) => records.some((values) => values[name] !== undefined)),
    (field) => records.flatMap((values) => toTexts(values, field)),
  );
  return records.map((values) => toChanges(fields, values, ids));
}

const toTexts = (values: FurtherValues, { name }: FieldDefinition): string[] =>
  [values[name] ?? []].flat().map(String);

/** @param ids of the texts of all fields, by field */
function toChanges(
  fields: readonly FieldDefinition[],
  values: FurtherValues,
  ids: ReadonlyMap<string, IdsByCaption>,
): FieldChanges {
  const known = new Set(fields.map(({ name }) => name));
  const problems = Object.keys(values)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: `fields.${name}`, message: 'There is no such field.' }));
  const changes: FieldChanges = {};
  for (const field of fields) {
    const value = values[field.name];
    if (value === undefined || getKind(field.kind).refersTo === null) {
      changes[field.name] = (value as string | number | boolean | undefined) ?? null;
      continue;
    }
    const found = toTexts(values, field).flatMap((caption) => {
      const named = readId(caption, field.kind, ids.get(field.name));
      if ('value' in named) return named.value;
      problems.push({ path: `fields.${field.name}`, message: named.message });
      return [];
    });
    changes[field.name] = Array.isArray(value) ? found : (found[0] ?? null);
  }
  refuseProblems(problems);
  return changes;
}
