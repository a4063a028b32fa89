import type { FieldDefinition, FieldValue, FieldValues } from '@twinward/contracts/records/field';
import type { ListItemUse } from '@twinward/contracts/system/value-list';
import { valueIn } from '@twinward/domain/records/conditions';
import type { Db } from '../../../platform/database/database.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import type { ListItemReplacement, ListOfItems } from '../../system/value-list/events.ts';
import { countItems, findRecordsWithItem, readCaptions, updateFieldValues } from '../field/service.ts';
import {
  countItemsInFields,
  fieldsOfList,
  listTypes,
  lockTypeShared,
  replaceItemInFields,
  type TypeDefinition,
} from '../record-type/service.ts';
import { lockRecords } from './store.ts';
import { updateResolved } from './write.ts';

/** Counts the fields that use a list, the uses of its items in definitions, and the records that contain its items. */
export async function countRecordsWithItems(db: Db, list: ListOfItems): Promise<ListItemUse[]> {
  const uses = await countItemsInFields(db, list);
  for (const type of await listTypes(db)) {
    for (const field of fieldsOfList(type, list.listName)) {
      uses.push({ itemId: null, usedBy: `field ${field.caption} of ${type.caption}`, count: 1 });
      for (const { itemId, count } of await countItems(db, type, field)) {
        uses.push({ itemId, usedBy: type.pluralCaption || type.caption, count });
      }
    }
  }
  return uses;
}

/** Replaces an item in the definitions of all types, and in the values of records. */
export async function replaceItemInRecords(db: Db, call: ListItemReplacement): Promise<void> {
  const { by, listName, item, replacement } = call;
  // Locks types before records, in the same order as saves.
  await replaceItemInFields(db, call);
  const types = (await listTypes(db)).filter((type) => fieldsOfList(type, listName).length > 0);
  for (const { name } of types) await lockTypeShared(db, name);
  const replaced = (value: FieldValue): FieldValue =>
    Array.isArray(value)
      ? // Sorted, as such fields are stored.
        [...new Set(value.map((id) => (id === item.id ? replacement.id : id)))].sort((a, b) => a - b)
      : value === item.id
        ? replacement.id
        : value;
  for (const type of types) {
    const fields = fieldsOfList(type, listName);
    if (type.isSystem) await replaceInSystemRecords(db, by, type, fields, item.id, replaced);
    else await replaceInCustomRecords(db, by, type, fields, item.id, replaced);
  }
}

type Replaced = (value: FieldValue) => FieldValue;

async function replaceInSystemRecords(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  fields: readonly FieldDefinition[],
  itemId: number,
  replaced: Replaced,
): Promise<void> {
  for (const field of fields) {
    const before = await findRecordsWithItem(db, type, field, itemId);
    if (before.length === 0) continue;
    const after = before.map(({ id, value }) => ({ id, value: replaced(value) }));
    await updateFieldValues(db, type, field.name, after);
    await new EntityAudit(type.name as 'asset').recordAll(
      db,
      by,
      'update',
      after.map(({ id }) => ({ id, name: `${type.caption} ${id}` })),
      (_, place) => ({
        old: { [field.name]: before[place]!.value },
        new: { [field.name]: after[place]!.value },
      }),
    );
  }
}

/**
 * Updates titles, search entries and history too. Does not check the other rules of the type: the item is replaced even
 * if the record lacks a required field, or the field is read-only in its state.
 */
async function replaceInCustomRecords(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  fields: readonly FieldDefinition[],
  itemId: number,
  replaced: Replaced,
): Promise<void> {
  const ids = new Set<number>();
  for (const field of fields)
    for (const { id } of await findRecordsWithItem(db, type, field, itemId)) ids.add(id);
  if (ids.size === 0) return;
  const rows = await lockRecords(db, type, [...ids]);
  const after = rows.map((row): FieldValues => {
    const values = { ...row.fields };
    for (const { name } of fields) {
      const value = valueIn(values, name);
      if (value !== undefined) values[name] = replaced(value);
    }
    return values;
  });
  const captions = await readCaptions(db, type.fields, after);
  await updateResolved(
    db,
    by,
    type,
    rows.map((row, place) => ({ row, resolved: { values: after[place]!, captions, problems: [] } })),
  );
}
