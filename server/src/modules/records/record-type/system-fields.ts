import { isDeepStrictEqual } from 'node:util';
import type { Permissions } from '@twinward/contracts/access/access';
import type { ListRequest } from '@twinward/contracts/core/list';
import type { FieldChanges, FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import { isSystemType, type SystemType } from '@twinward/contracts/records/record-type';
import { getKind, isUnique } from '@twinward/domain/records/kinds';
import type { Db } from '../../../platform/database/database.ts';
import type { ListFields } from '../../../platform/database/list.ts';
import { found } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import {
  drawNumbers,
  fieldFacts,
  lockFields,
  raiseVersions,
  readCaptions,
  readFields,
  resolveValues,
  toFieldTable,
  toListFields,
  updateFields,
} from '../field/service.ts';
import { systemFieldsChanging } from './events.ts';
import { getSystemType, type TypeDefinition } from './read.ts';
import { namesFields, rollUpFields } from './roll-up.ts';
import { lockTypeShared } from './store.ts';

/** A change of a record's further fields. */
export interface SystemFieldsChange {
  id: number;
  isNew: boolean;
  /** Undefined if no field is set. */
  changes?: FieldChanges | undefined;
}

export interface SaveOptions {
  /** Path of the further fields in the request. */
  path?: string;
  /**
   * Accepts invalid values, for records that the product creates as copies or by a rule: omits values that are invalid
   * or not unique, and allows required fields to be empty.
   */
  lenient?: boolean;
}

/** Whether copies of a record include the values of a field. */
const isCopied = (field: FieldDefinition): boolean =>
  getKind(field.kind).isEntered && !isUnique(field) && !field.deprecated;

/**
 * Checks and stores changes of the further fields of records, after the caller's transaction has inserted or updated
 * their rows. New records get defaults and auto-numbers. Locks the type's definition until the transaction ends.
 * @throws AppError `invalid-request` naming each invalid field.
 */
export async function saveSystemFields(
  db: Db,
  by: AuditActor,
  name: SystemType,
  changes: readonly SystemFieldsChange[],
  { path = 'fields', lenient = false }: SaveOptions = {},
): Promise<void> {
  if (changes.length === 0) return;
  await lockTypeShared(db, name);
  const type = await getSystemType(db, name);
  const { fields } = type;
  if (fields.length === 0 && (lenient || changes.every((one) => Object.keys(one.changes ?? {}).length === 0)))
    return;
  const existing = changes.filter(({ isNew }) => !isNew).map(({ id }) => id);
  const before = await readFields(db, type, existing);
  const copied = new Set(fields.filter(isCopied).map((field) => field.name));
  const resolved = await resolveValues(
    db,
    type,
    changes.map(({ id, isNew, changes: wanted = {} }) => ({
      id,
      before: isNew ? null : (before.get(id) ?? {}),
      changes: lenient
        ? Object.fromEntries(Object.entries(wanted).filter(([field]) => copied.has(field)))
        : wanted,
      state: null,
    })),
    { userId: by?.userId ?? null },
  );
  for (const { values, problems } of resolved) {
    if (lenient) for (const { field } of problems) delete values[field];
    else refuseProblems(problems.map(({ field, message }) => ({ path: `${path}.${field}`, message })));
  }
  const created = resolved.filter((_, place) => changes[place]!.isNew);
  await drawNumbers(
    db,
    type,
    created.map(({ values }) => values),
  );
  await updateFields(
    db,
    type,
    resolved.map(({ values }, place) => ({ id: changes[place]!.id, fields: values })),
  );
}

/**
 * Changes only the further fields of a record of a system type: increments its version, and adds an entry to the audit
 * trail.
 * @param title title of the record in the audit trail
 * @throws AppError `not-found`; `invalid-request` naming each invalid field; `conflict` for a record that can't be
 *   changed.
 */
export async function changeSystemFields(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  { id, title }: { id: number; title: string },
  changes: FieldChanges,
): Promise<void> {
  if (!isSystemType(type.name)) throw new Error(`${type.name} is no system type`);
  await systemFieldsChanging.emit(db, { type: type.name, id });
  const before = found((await lockFields(db, type, [id])).get(id), type.caption);
  await saveSystemFields(db, by, type.name, [{ id, isNew: false, changes }]);
  const after = (await readFields(db, type, [id])).get(id)!;
  if (isDeepStrictEqual(before, after)) return;
  await raiseVersions(db, type, [id]);
  const captions = await readCaptions(db, type.fields, [before, after]);
  const difference = {
    old: fieldFacts(type.fields, before, captions),
    new: fieldFacts(type.fields, after, captions),
  };
  await new EntityAudit(type.name).changed(db, by, { id, name: title }, difference);
}

/** A change of further fields to check without storing it. */
export interface CheckedFields {
  /** Null for a new record. */
  existing: { id: number; fields: FieldValues } | null;
  changes: FieldChanges;
}

/**
 * Checks changes of further fields without storing them.
 * @returns the errors of each change, in order
 */
export async function listFieldProblems(
  db: Db,
  by: AuditActor,
  name: SystemType,
  changes: readonly CheckedFields[],
): Promise<string[][]> {
  const type = await getSystemType(db, name);
  const captions = new Map(type.fields.map(({ name: field, caption }) => [field, caption]));
  const resolved = await resolveValues(
    db,
    type,
    changes.map(({ existing, changes: wanted }) => ({
      id: existing?.id ?? null,
      before: existing?.fields ?? null,
      changes: wanted,
      state: null,
    })),
    { userId: by?.userId ?? null, locks: false },
  );
  return resolved.map(({ problems }) =>
    problems.map(({ field, message }) => `${captions.get(field) ?? field}: ${message}`),
  );
}

/** Returns the facts of a record for the audit trail, with its further fields by caption. */
export async function withFieldFacts(
  db: Db,
  name: SystemType,
  { fields: values, ...facts }: Readonly<Record<string, unknown>> & { fields: FieldValues },
): Promise<Record<string, unknown>> {
  if (Object.keys(values).length === 0) return facts;
  const { fields } = await getSystemType(db, name);
  return { ...facts, ...fieldFacts(fields, values, await readCaptions(db, fields, [values])) };
}

/** Returns the further fields of records for the audit trail, by caption, in the order of the ids. */
export async function listFieldFacts(
  db: Db,
  name: SystemType,
  ids: readonly number[],
): Promise<Record<string, unknown>[]> {
  const type = await getSystemType(db, name);
  if (type.fields.length === 0) return ids.map(() => ({}));
  const values = await readFields(db, type, ids);
  const captions = await readCaptions(db, type.fields, [...values.values()]);
  return ids.map((id) => fieldFacts(type.fields, values.get(id) ?? {}, captions));
}

/** Adds to a list the further fields of a type that the user may see, if the request names any field. */
export async function withSystemFields(
  db: Db,
  reader: Permissions,
  name: SystemType,
  list: ListFields,
  request: Pick<ListRequest, 'filters' | 'sorts'>,
): Promise<ListFields> {
  if (!namesFields(request)) return list;
  const type = await getSystemType(db, name);
  const table = toFieldTable(type).name;
  const rollUps = await rollUpFields(db, reader, type, table);
  return { ...list, fields: { ...list.fields, ...toListFields(type, table), ...rollUps } };
}
