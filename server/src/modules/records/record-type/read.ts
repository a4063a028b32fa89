import {
  hasAccess,
  mayReadRecords,
  mayWriteRecords,
  type Permissions,
} from '@twinward/contracts/access/access';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { FieldByKind, FieldDefinition } from '@twinward/contracts/records/field';
import {
  isSystemType,
  type RecordType,
  type RecordTypeSummary,
  type SystemType,
} from '@twinward/contracts/records/record-type';
import { rolledUpField } from '@twinward/domain/records/roll-up';
import { systemFields } from '@twinward/domain/records/system-types';
import type { Selectable } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import type { RecordTypeTable } from '../../../platform/database/generated/rows.ts';
import type { RecordSlot } from '../../../platform/database/record-slot.ts';
import { AppError, found } from '../../../platform/errors.ts';
import {
  lockTypeShared,
  selectType,
  selectTypeAccess,
  selectTypeById,
  selectTypePage,
  selectTypes,
} from './store.ts';

export type TypeRow = Selectable<RecordTypeTable>;

/** A type with its database id and slots. */
export interface TypeDefinition extends Omit<RecordType, 'mayWrite' | 'systemFields' | 'rollUps'> {
  id: number;
  slots: readonly RecordSlot[];
}

export function toDefinition(row: TypeRow): TypeDefinition {
  return fromRow(row);
}

/** Returns the parts of a type that users define. */
export const definedPart = ({ id: _, version: __, isSystem: ___, slots: ____, ...defined }: TypeDefinition) =>
  defined;

/** Returns a type in its API form for a user. */
export async function toRecordType(
  db: Db,
  { id: _, slots: __, ...type }: TypeDefinition,
  user: Permissions,
): Promise<RecordType> {
  const rollUps = await listRollUps(db, await listShownFields(db, user, type.fields));
  return {
    ...type,
    mayWrite: mayWriteRecords(user, type),
    systemFields: isSystemType(type.name) ? [...systemFields[type.name]] : [],
    rollUps: Object.fromEntries(rollUps.map(({ rollUp, asField }) => [rollUp.name, asField])),
  };
}

const mayConfigure = (user: Permissions): boolean => hasAccess(user, 'recordTypes');

/** Lists the types whose records the user may read; all types for users who configure them. */
export async function listRecordTypes(actor: Actor, request: ListRequest): Promise<Page<RecordTypeSummary>> {
  const { db } = actor.tenant;
  const readable = mayConfigure(actor) ? null : (await listReadableTypes(db, actor)).map(({ id }) => id);
  const { records, total } = await selectTypePage(db, request, readable);
  return {
    records: records.map((row) => {
      const type = toDefinition(row);
      const { name, caption, pluralCaption, description, icon, isSystem, restricted, deprecated } = type;
      const mayWrite = mayWriteRecords(actor, type);
      return { name, caption, pluralCaption, description, icon, isSystem, restricted, deprecated, mayWrite };
    }),
    total,
  };
}

export type ReadableType = Pick<TypeDefinition, 'id' | 'name' | 'caption' | 'isSystem'>;

/** Lists the types whose records a user may read. */
export async function listReadableTypes(db: Db, user: Permissions): Promise<ReadableType[]> {
  return (await selectTypeAccess(db))
    .map((row) => ({ ...row, isSystem: row.is_system }))
    .filter((type) => mayReadRecords(user, type))
    .map(({ id, name, caption, isSystem }) => ({ id, name, caption, isSystem }));
}

/**
 * Returns the fields without those that show records of custom types that the user may not read: references and
 * roll-ups. References to system types are always shown, with captions.
 */
export async function listShownFields(
  db: Db,
  user: Permissions,
  fields: readonly FieldDefinition[],
): Promise<FieldDefinition[]> {
  if (!fields.some((field) => 'recordType' in field)) return [...fields];
  const readable = new Set((await listReadableTypes(db, user)).map(({ name }) => name));
  return fields.filter(
    (field) => !('recordType' in field) || isSystemType(field.recordType) || readable.has(field.recordType),
  );
}

/** A roll-up, with the type of the records that it aggregates. */
export interface RollUp {
  rollUp: FieldByKind<'roll-up'>;
  child: TypeDefinition;
  /** A field with the kind of the roll-up's values. */
  asField: FieldDefinition;
}

/** Returns the roll-ups among fields. Omits a roll-up that names a deleted field. */
export async function listRollUps(db: Db, fields: readonly FieldDefinition[]): Promise<RollUp[]> {
  const rollUps = fields.filter((field) => field.kind === 'roll-up');
  if (rollUps.length === 0) return [];
  const types = new Map((await listTypes(db)).map((one) => [one.name, one]));
  return rollUps.flatMap((rollUp) => {
    const child = types.get(rollUp.recordType);
    const asField = child ? rolledUpField(rollUp, child) : null;
    return child && asField ? [{ rollUp, child, asField }] : [];
  });
}

/** Lists all types, in the order of their ids. */
export const listTypes = async (db: Db): Promise<TypeDefinition[]> =>
  (await selectTypes(db)).map(toDefinition);

/** @throws AppError `not-found`, also for a type that the user may neither read nor configure. */
export async function getRecordType(actor: Actor, name: string): Promise<RecordType> {
  const type = toDefinition(found(await selectType(actor.tenant.db, name), 'Record type'));
  if (!mayReadRecords(actor, type) && !mayConfigure(actor))
    throw new AppError('not-found', 'Record type not found.');
  return toRecordType(actor.tenant.db, type, actor);
}

/** @throws AppError `not-found`. */
export async function getType(db: Db, name: string): Promise<TypeDefinition> {
  return toDefinition(found(await selectType(db, name), 'Record type'));
}

export async function getTypeById(db: Db, id: number): Promise<TypeDefinition> {
  return toDefinition(found(await selectTypeById(db, id), 'Record type'));
}

/**
 * Locks the definition of a type until the transaction ends, and returns it.
 * @throws AppError `not-found`.
 */
export async function lockTypeByIdShared(db: Db, id: number): Promise<TypeDefinition> {
  await lockTypeShared(db, (await getTypeById(db, id)).name);
  // Read again: the definition may have changed before the lock was taken.
  return getTypeById(db, id);
}

/** Returns a system type with its further fields. */
export const getSystemType = (db: Db, name: SystemType): Promise<TypeDefinition> => getType(db, name);

/**
 * Returns a custom type whose records the user may read.
 * @throws AppError `not-found`.
 */
export async function getReadableType(db: Db, user: Permissions, name: string): Promise<TypeDefinition> {
  const row = await selectType(db, name);
  const type = row && toDefinition(row);
  // 404, not 403: do not reveal which types exist.
  if (!type || type.isSystem || !mayReadRecords(user, type))
    throw new AppError('not-found', 'Record type not found.');
  return type;
}

/**
 * Returns a custom type whose records the user may write.
 * @throws AppError `not-found`; `forbidden`.
 */
export async function getWritableType(db: Db, user: Permissions, name: string): Promise<TypeDefinition> {
  const type = await getReadableType(db, user, name);
  if (!mayWriteRecords(user, type)) throw new AppError('forbidden', insufficientPrivilege);
  return type;
}

/** Like `getWritableType`, but also for system types. */
export async function getWritableTypeOfAny(db: Db, user: Permissions, name: string): Promise<TypeDefinition> {
  const row = await selectType(db, name);
  if (!row?.is_system) return getWritableType(db, user, name);
  const type = toDefinition(row);
  if (!mayWriteRecords(user, type)) throw new AppError('forbidden', insufficientPrivilege);
  return type;
}
