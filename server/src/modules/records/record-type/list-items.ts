import type { FieldCondition, FieldDefinition } from '@twinward/contracts/records/field';
import type { ListItemUse } from '@twinward/contracts/system/value-list';
import type { Db } from '../../../platform/database/database.ts';
import type { ListItemReplacement, ListOfItems } from '../../system/value-list/events.ts';
import { listTypes, type TypeDefinition } from './read.ts';
import { replaceInFields } from './replace.ts';

/** Returns the fields of a type that hold items of a list. */
export const fieldsOfList = ({ fields }: TypeDefinition, listName: string): FieldDefinition[] =>
  fields.filter(
    (field) => (field.kind === 'list-item' || field.kind === 'list-items') && field.list === listName,
  );

/** Counts the uses of items as defaults of fields, and in the conditions under which fields are shown or required. */
export async function countItemsInFields(db: Db, { listName }: ListOfItems): Promise<ListItemUse[]> {
  const uses: ListItemUse[] = [];
  for (const type of await listTypes(db)) {
    const holders = namesOfHolders(type, listName);
    for (const field of type.fields) {
      const add = (itemId: number, what: string) =>
        uses.push({ itemId, usedBy: `${what} of the field ${field.caption} of ${type.caption}`, count: 1 });
      if (field.kind === 'list-item' && field.default !== null && holders.has(field.name))
        add(field.default, 'default');
      for (const condition of [field.shownWhen, field.requiredWhen]) {
        if (!condition || !holders.has(condition.field)) continue;
        for (const value of condition.values) if (typeof value === 'number') add(value, 'condition');
      }
    }
  }
  return uses;
}

/** Replaces an item in defaults of fields and in conditions. */
export async function replaceItemInFields(
  db: Db,
  { by, listName, item, replacement }: ListItemReplacement,
): Promise<void> {
  await replaceInFields(db, by, (field, type) => {
    const holders = namesOfHolders(type, listName);
    const inCondition = (condition: FieldCondition | null): FieldCondition | null => {
      if (!condition || !holders.has(condition.field) || !condition.values.includes(item.id))
        return condition;
      const values = condition.values.map((value) => (value === item.id ? replacement.id : value));
      return { ...condition, values: [...new Set(values)] };
    };
    const [shownWhen, requiredWhen] = [inCondition(field.shownWhen), inCondition(field.requiredWhen)];
    const isDefault = field.kind === 'list-item' && holders.has(field.name) && field.default === item.id;
    if (!isDefault && shownWhen === field.shownWhen && requiredWhen === field.requiredWhen) return field;
    return {
      ...field,
      shownWhen,
      requiredWhen,
      ...(isDefault ? { default: replacement.id } : {}),
    } as FieldDefinition;
  });
}

const namesOfHolders = (type: TypeDefinition, listName: string): ReadonlySet<string> =>
  new Set(fieldsOfList(type, listName).map(({ name }) => name));
