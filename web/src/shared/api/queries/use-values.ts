import type { getValues, WorkListName, WorkSystem } from '@twinward/contracts/system/value-list';
import { useApiQuery } from '../api-query.ts';

/** The values of a value list of the work management system. */
export const useValues = (listName: WorkListName, system: WorkSystem) =>
  useApiQuery<typeof getValues>(
    ['value-lists', { listName, system }],
    'GET /api/lists/values/:listName/:system',
    { params: { listName, system } },
  );
