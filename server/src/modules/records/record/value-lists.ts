import type { FieldDefinition, FieldValue } from '@twinward/contracts/records/field';
import type { ListItemUse } from '@twinward/contracts/system/value-list';
import type { Db } from '../../../platform/database/database.ts';
import { recordAudits } from '../../system/audit/service.ts';
import type { ListItemReplacement, ListOfItems } from '../../system/value-list/events.ts';
import { countItems, findRecordsWithItem, updateFieldValues } from '../field/service.ts';
import { holdType, listTypes, type TypeDefinition } from '../record-type/service.ts';
import { updateRecordsIn } from './write.ts';

const fieldsOfList = ({ fields }: TypeDefinition, listName: string): FieldDefinition[] =>
  fields.filter(
    (field) => (field.kind === 'list-item' || field.kind === 'list-items') && field.list === listName,
  );

/** The fields of record types that offer a list, and the records that hold its items. */
export async function countRecordsWithItems(db: Db, { listName }: ListOfItems): Promise<ListItemUse[]> {
  const uses: ListItemUse[] = [];
  for (const type of await listTypes(db)) {
    for (const field of fieldsOfList(type, listName)) {
      uses.push({ itemId: null, usedBy: `field ${field.caption} of ${type.caption}`, count: 1 });
      for (const { itemId, count } of await countItems(db, type, field)) {
        uses.push({ itemId, usedBy: type.pluralCaption || type.caption, count });
      }
    }
  }
  return uses;
}

/** Replaces an item in all fields that hold it. */
export async function replaceItemInRecords(
  db: Db,
  { by, listName, item, replacement }: ListItemReplacement,
): Promise<void> {
  const replaced = (value: FieldValue): FieldValue =>
    Array.isArray(value)
      ? ([...new Set((value as unknown[]).map((id) => (id === item.id ? replacement.id : id)))] as FieldValue)
      : replacement.id;
  for (const type of await listTypes(db)) {
    const changes = new Map<number, Record<string, FieldValue>>();
    for (const field of fieldsOfList(type, listName)) {
      const before = await findRecordsWithItem(db, type, field, item.id);
      const after = before.map(({ id, value }) => ({ id, value: replaced(value) }));
      for (const { id, value } of after) changes.set(id, { ...changes.get(id), [field.name]: value });
      if (!type.isSystem || before.length === 0) continue;
      await updateFieldValues(db, type, field.name, after);
      await recordAudits(
        db,
        by,
        after.map(({ id, value }, index) => ({
          action: 'update',
          entityType: type.name as 'asset',
          entityId: id,
          entityName: `${type.caption} ${id}`,
          old: { [field.name]: before[index]!.value },
          new: { [field.name]: value },
        })),
      );
    }
    if (type.isSystem || changes.size === 0) continue;
    await holdType(db, type.name);
    // Titles, search and history follow.
    const updates = Array.from(changes, ([id, fields]) => ({ id, changes: fields, version: null }));
    await updateRecordsIn(db, by, type, updates);
  }
}
