import type { FieldDefinition } from '@twinward/contracts/records/field';
import { isSystemType, type RecordTypeChange } from '@twinward/contracts/records/record-type';
import { typeProblems } from '@twinward/domain/records/check-type';
import { compileComputed } from '@twinward/domain/records/computed';
import { systemFields } from '@twinward/domain/records/system-types';
import type { Db } from '../../../platform/database/database.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import { listUnitsNamed } from '../../system/unit/service.ts';
import { listKnownLists, unitNames } from '../field/service.ts';
import { listTypes, type TypeDefinition } from './read.ts';

type Definition = Omit<RecordTypeChange, 'version'>;

/**
 * Checks the definition of a type, and the lists, types and units that it refers to.
 * @throws AppError `invalid-request` naming each invalid part.
 */
export async function checkDefinition(db: Db, name: string, definition: Definition): Promise<void> {
  refuseProblems(typeProblems(definition));
  const { fields } = definition;
  const lists = await listKnownLists(
    db,
    fields.flatMap((field) => ('list' in field ? [field.list] : [])),
  );
  const types = new Map((await listTypes(db)).map((type) => [type.name, type]));
  const units = await listUnitsNamed(db, unitNames(fields));
  const own = isSystemType(name) ? systemFields[name] : [];
  const captions = new Set(own.map(({ caption }) => caption.toLowerCase()));
  const problems: Problem[] = [];
  fields.forEach((field, place) => {
    const add = (path: string, message: string) =>
      problems.push({ path: `fields.${place}.${path}`, message });
    if (captions.has(field.caption.toLowerCase()))
      add('caption', 'The type has a field of this caption of its own.');
    if ('list' in field && !lists.has(field.list)) add('list', `There is no list '${field.list}'.`);
    if (field.kind === 'reference' && field.recordType !== name && !types.has(field.recordType))
      add('recordType', `There is no record type '${field.recordType}'.`);
    if (field.kind === 'computed') {
      const compiled = compileComputed(field, fields, units);
      if ('message' in compiled) add('expression', compiled.message);
    }
    if (field.kind === 'roll-up') {
      const rolledUp = field.recordType === name ? { name, fields } : types.get(field.recordType);
      const message = rollUpProblem(field, name, rolledUp);
      if (message) add(message.path, message.message);
    }
  });
  refuseProblems(problems);
}

const summable = new Set(['number', 'integer', 'money', 'computed']);

function rollUpProblem(
  field: Extract<FieldDefinition, { kind: 'roll-up' }>,
  name: string,
  type: Pick<TypeDefinition, 'name' | 'fields'> | undefined,
): Problem | null {
  if (!type) return { path: 'recordType', message: `There is no record type '${field.recordType}'.` };
  if (isSystemType(type.name)) return { path: 'recordType', message: 'Please choose a type of your own.' };
  const find = (wanted: string | null) => type.fields.find((one) => one.name === wanted);
  const reference = find(field.reference);
  if (reference?.kind !== 'reference' || reference.recordType !== name)
    return { path: 'reference', message: `Please choose a field of ${type.name} that refers to this type.` };
  if (field.function !== 'count') {
    const rolledUp = find(field.field);
    if (!rolledUp) return { path: 'field', message: `There is no field '${field.field}'.` };
    if (field.function !== 'latest' && !summable.has(rolledUp.kind))
      return { path: 'field', message: 'Please choose a field of numbers.' };
  }
  if (field.by !== null && !['date', 'date-time'].includes(find(field.by)?.kind ?? ''))
    return { path: 'by', message: 'Please choose a field of dates.' };
  return null;
}
