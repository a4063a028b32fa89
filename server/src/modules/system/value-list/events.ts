import type { ListItemUse } from '@twinward/contracts/system/value-list';
import { defineEffect, defineQuestion } from '../../../platform/events.ts';
import type { AuditActor } from '../audit/service.ts';

/** An item of a list, as records refer to it. */
export interface ListItem {
  id: number;
  category: string | null;
  value: string;
}

/** The items to find the uses of. */
export interface ListOfItems {
  listId: number;
  listName: string;
  items: readonly ListItem[];
}

export interface ListItemReplacement {
  by: AuditActor;
  listId: number;
  listName: string;
  item: ListItem;
  /** The item of the same category that replaces it. */
  replacement: ListItem;
}

/** Question: the number of records that use the items of a list, or the list itself, by type. */
export const listUsed = defineQuestion<ListOfItems, ListItemUse[]>('list.used');

/** An item is replaced by another wherever it is used. */
export const listItemReplaced = defineEffect<ListItemReplacement>('list.itemReplaced');
