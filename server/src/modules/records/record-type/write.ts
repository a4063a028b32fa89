import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { NewRecordType, RecordType, RecordTypeChange } from '@twinward/contracts/records/record-type';
import { isUnique } from '@twinward/domain/records/kinds';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { RecordSlot } from '../../../platform/database/record-slot.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { assignSlots, countRecords, findUnseenSince, hasValues, listDoubles } from '../field/service.ts';
import { checkDefinition } from './check.ts';
import { recordTypeChanged, recordTypeDeleting } from './events.ts';
import { definedPart, getType, type TypeDefinition, toDefinition, toRecordType } from './read.ts';
import { deleteTypeRow, insertType, lockType, selectType, updateTypeRow } from './store.ts';
import { listReferringFields } from './use.ts';

/** @throws AppError `invalid-request` naming each invalid part; `conflict` if the name is in use. */
export function createRecordType(actor: Actor, type: NewRecordType): Promise<RecordType> {
  return withTransaction(actor.tenant.db, async (db) =>
    toRecordType(db, await createRecordTypeIn(db, actor, type), actor),
  );
}

/** Like `createRecordType`, in the caller's transaction. */
export async function createRecordTypeIn(
  db: Db,
  by: AuditActor,
  { name, ...definition }: NewRecordType,
): Promise<TypeDefinition> {
  await checkDefinition(db, name, definition);
  await orNameTaken(
    insertType(db, {
      name,
      is_system: false,
      ...toColumns(definition, assignSlots(definition.fields, [], true)),
    }),
    `There is a record type ${name} already.`,
  );
  const type = await getType(db, name);
  await recordTypeChanged.emit(db, { by, type, before: null });
  await audit.created(db, by, type);
  return type;
}

/** @throws AppError like `createRecordType`; `not-found`. */
export async function copyRecordType(
  actor: Actor,
  from: string,
  { name, caption }: { name: string; caption: string },
): Promise<RecordType> {
  const type = await getType(actor.tenant.db, from);
  return createRecordType(actor, {
    ...definedPart(type),
    name,
    caption,
    pluralCaption: '',
    deprecated: false,
  });
}

/**
 * Changes a type. For a system type, only its further fields can change.
 * @throws AppError like `createRecordType`; `not-found`; `conflict` if the version is outdated, or if data prevents the
 *   change: a field with values changes its kind or is removed, or a field becomes unique and has duplicates, which are
 *   listed.
 */
export async function updateRecordType(
  actor: Actor,
  name: string,
  { version, ...change }: RecordTypeChange,
): Promise<RecordType> {
  // Checked before the lock because it takes long, and saves wait for the lock.
  const current = await getType(actor.tenant.db, name);
  const since = await findUnseenSince(actor.tenant.db);
  await refuseDoubles(actor.tenant.db, current, change.fields, null);
  return withTransaction(actor.tenant.db, async (db) => {
    await lockType(db, name);
    const before = toDefinition(found(await selectType(db, name), 'Record type'));
    if (before.version !== version)
      throw outdated(`The record type ${before.caption}`, version, await toRecordType(db, before, actor));
    if (before.isSystem) assertOnlyFields(before, change);
    await checkDefinition(db, before.name, change);
    await assertDataFits(db, before, change);
    // Checks again, but only the records that were saved meanwhile.
    await refuseDoubles(db, before, change.fields, since);
    await updateTypeRow(db, before.id, toColumns(change, slotsAfter(before, change)));
    const type = await getType(db, name);
    await recordTypeChanged.emit(db, { by: actor, type, before });
    await audit.updated(db, actor, before, type);
    return toRecordType(db, type, actor);
  });
}

/** @throws AppError `not-found`; `conflict` for a system type, and for a type that has records or is referred to. */
export function deleteRecordType(actor: Actor, name: string): Promise<void> {
  return withTransaction(actor.tenant.db, (db) => deleteRecordTypeIn(db, actor, name));
}

/** Like `deleteRecordType`, in the caller's transaction. */
export async function deleteRecordTypeIn(db: Db, by: AuditActor, name: string): Promise<void> {
  const type = await getType(db, name);
  await lockType(db, name);
  const refuse = (message: string): never => {
    throw new AppError('conflict', message);
  };
  if (type.isSystem) refuse('The system’s own record types can’t be deleted.');
  const records = await countRecords(db, type);
  if (records > 0) {
    const count = records.toLocaleString('en-US');
    refuse(
      `${type.caption} has ${records === 1 ? 'a record' : `${count} records`}. Please deprecate it, or delete them first.`,
    );
  }
  const references = (await listReferringFields(db, type.name)).filter(
    (field) => !field.startsWith(`${type.name}.`),
  );
  if (references.length > 0) refuse(`${type.caption} is referred to by ${references.join(', ')}.`);
  await recordTypeDeleting.emit(db, { id: type.id, name: type.name });
  await deleteTypeRow(db, type.id);
  await audit.deleted(db, by, type);
}

/** Removes a field without values from its type, in the caller's transaction. */
export async function deleteFieldIn(db: Db, by: AuditActor, name: string, field: string): Promise<void> {
  await lockType(db, name);
  const before = await getType(db, name);
  const change = { ...definedPart(before), fields: before.fields.filter((one) => one.name !== field) };
  await checkDefinition(db, before.name, change);
  await assertDataFits(db, before, change);
  await updateTypeRow(db, before.id, toColumns(change, slotsAfter(before, change)));
  const type = await getType(db, name);
  await recordTypeChanged.emit(db, { by, type, before });
  await audit.updated(db, by, before, type);
}

type Definition = Omit<RecordTypeChange, 'version'>;

/** Returns the slots of a type after a change. System types have none: their records are in other tables. */
const slotsAfter = (before: TypeDefinition, { fields }: Pick<Definition, 'fields'>): readonly RecordSlot[] =>
  before.isSystem ? [] : assignSlots(fields, before.slots, false);

/**
 * Whether any field of a type has no slot although one is free, as in types that were saved by versions without slots.
 */
export const lacksSlots = (type: TypeDefinition): boolean =>
  slotsAfter(type, type).length > type.slots.length;

/** Locks a type exclusively and assigns missing slots, in the caller's transaction. The new slots are not ready. */
export async function assignSlotsIn(db: Db, name: string): Promise<TypeDefinition> {
  await lockType(db, name);
  const type = await getType(db, name);
  if (!lacksSlots(type)) return type;
  await updateTypeRow(db, type.id, { slots: JSON.stringify(slotsAfter(type, type)) });
  return getType(db, name);
}

function toColumns(definition: Definition, slots: readonly RecordSlot[]) {
  return {
    caption: definition.caption,
    plural_caption: definition.pluralCaption,
    description: definition.description,
    icon: definition.icon,
    restricted: definition.restricted,
    deprecated: definition.deprecated,
    title_template: definition.titleTemplate,
    states: JSON.stringify(definition.states),
    transitions: JSON.stringify(definition.transitions),
    fields: JSON.stringify(definition.fields),
    slots: JSON.stringify(slots),
  };
}

/** @throws AppError `invalid-request` if anything but the fields of a system type would change. */
function assertOnlyFields(before: TypeDefinition, change: Definition): void {
  const locked = [
    ...([
      'caption',
      'pluralCaption',
      'description',
      'icon',
      'restricted',
      'deprecated',
      'titleTemplate',
    ] as const),
    ...(['states', 'transitions'] as const),
  ];
  refuseProblems(
    locked
      .filter((path) => JSON.stringify(change[path]) !== JSON.stringify(before[path]))
      .map((path) => ({ path, message: 'This belongs to the system, and can’t be changed.' })),
  );
  refuseProblems(
    change.fields.flatMap((field, place) =>
      'feeds' in field && field.feeds !== null
        ? [{ path: `fields.${place}.feeds`, message: 'Fields of the system’s own types feed no tags.' }]
        : [],
    ),
  );
}

/** @throws AppError `conflict` if the change would lose values of records. */
async function assertDataFits(db: Db, before: TypeDefinition, change: Definition): Promise<void> {
  const kept = new Map(change.fields.map((field) => [field.name, field]));
  const problems: Problem[] = [];
  for (const field of before.fields) {
    const now = kept.get(field.name);
    const isRemoved = now === undefined;
    const isOther = now !== undefined && isOtherKind(field, now);
    if (!isRemoved && !isOther) continue;
    // Roll-ups and attachments hold no values of their own.
    if (!(await hasValues(db, before, field))) continue;
    const message = isRemoved
      ? `Records hold values of ${field.caption}: please deprecate it, or remove it with its values.`
      : `Records hold values of ${field.caption}: its kind can’t change.`;
    const place = change.fields.findIndex(({ name }) => name === field.name);
    problems.push({ path: isRemoved ? 'fields' : `fields.${place}.kind`, message });
  }
  const [first] = problems;
  if (first) throw new AppError('conflict', first.message, { errors: problems });
}

/** Whether values of one field are not valid in the other. */
function isOtherKind(before: FieldDefinition, now: FieldDefinition): boolean {
  if (before.kind !== now.kind) return true;
  if (before.kind === 'reference' && now.kind === 'reference') return before.recordType !== now.recordType;
  if ('list' in before && 'list' in now) return before.list !== now.list;
  return before.kind === 'number' && now.kind === 'number' && before.unit !== now.unit;
}

/**
 * @param since only check records that changed since then; null for all
 * @throws AppError `conflict` naming the duplicates of fields that become unique.
 */
async function refuseDoubles(
  db: Db,
  before: TypeDefinition,
  fields: readonly FieldDefinition[],
  since: Date | null,
): Promise<void> {
  const wereUnique = new Set(before.fields.filter(isUnique).map(({ name }) => name));
  const known = new Map(before.fields.map((field) => [field.name, field]));
  for (const [place, field] of fields.entries()) {
    if (!isUnique(field) || wereUnique.has(field.name) || known.get(field.name)?.kind !== field.kind)
      continue;
    const doubles = await listDoubles(db, before, field, since);
    if (doubles.length === 0) continue;
    const listed = doubles.map(({ value, count }) => `${value.slice(0, 100)} (${count})`).join(', ');
    const message = `${field.caption} can’t be unique. Several records have the same value: ${listed}.`;
    throw new AppError('conflict', message, { errors: [{ path: `fields.${place}.unique`, message }] });
  }
}

/** Records a type with one entry per field, so that a change names the field. */
const audit = new EntityAudit('record-type', (type: TypeDefinition) => {
  const { name, fields, ...defined } = definedPart(type);
  return {
    id: name,
    name: type.caption,
    facts: {
      name,
      ...defined,
      ...Object.fromEntries(fields.map((field) => [`fields.${field.name}`, field])),
      fieldOrder: fields.map((field) => field.name),
    },
  };
});
