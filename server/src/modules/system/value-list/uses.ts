import type { ListItemUse, WorkListName } from '@twinward/contracts/system/value-list';
import type { ListItem } from './events.ts';

/** The number of records with a value of a list. */
export interface ValueCount {
  value: string;
  /** The category of the item; absent or null if unknown, which matches the items of all categories. */
  category?: string | null;
  count: number;
}

/** Returns the uses of items by records with their values. */
export function toUses(
  items: readonly ListItem[],
  usedBy: string,
  counts: readonly ValueCount[],
): ListItemUse[] {
  return items.flatMap((item) => {
    const count = counts.reduce((sum, one) => (isItem(item, one) ? sum + one.count : sum), 0);
    return count === 0 ? [] : [{ itemId: item.id, usedBy, count }];
  });
}

/** Returns whether a record's value is the value of an item. */
export const isItem = (
  item: ListItem,
  { value, category }: { value: string; category?: string | null },
): boolean => value === item.value && (!category || category === item.category);

const workFields: Record<WorkListName, 'priority' | 'type' | 'status'> = {
  WORK_REQUEST_PRIORITY: 'priority',
  WORK_REQUEST_TYPES: 'type',
  WORK_REQUEST_STATUS: 'status',
};

/** Returns the field of requested work that has the values of a list; null for any other list. */
export const findWorkField = (listName: string) =>
  Object.hasOwn(workFields, listName) ? workFields[listName as WorkListName] : null;
