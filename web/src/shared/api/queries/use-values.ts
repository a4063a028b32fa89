import type {
  getValues,
  listValueLists,
  loadValueList,
  ValueListItem,
  WorkListName,
  WorkSystem,
} from '@twinward/contracts/system/value-list';
import { useApiListQuery, useApiQuery } from '../api-query.ts';

/** The values of a value list of the work management system. */
export const useValues = (listName: WorkListName, system: WorkSystem) =>
  useApiQuery<typeof getValues>(
    ['value-lists', { listName, system }],
    'GET /api/lists/values/:listName/:system',
    { params: { listName, system } },
  );

/** A value list with its items. Sends no request for the id 0. */
export const useValueList = (listId: number) =>
  useApiQuery<typeof loadValueList>(
    ['value-lists', { listId }],
    'GET /api/lists/load/:listId',
    { params: { listId } },
    { enabled: listId > 0 },
  );

/** All value lists, ordered by name. */
export const useListNames = (enabled = true) =>
  useApiListQuery<typeof listValueLists>(
    ['value-lists', { all: true }],
    'POST /api/lists/filters',
    {
      query: { 'page-number': 1, 'page-size': 1000 },
      body: { sorts: [{ field: 'Name', direction: 'Ascending' }] },
    },
    { enabled },
  );

/** The items offered in a select field: all that are not deprecated, and the selected one. */
export const offeredItems = <Item extends ValueListItem>(
  items: readonly Item[],
  isChosen: (item: Item) => boolean,
): Item[] => items.filter((item) => !item.isDeprecated || isChosen(item));
