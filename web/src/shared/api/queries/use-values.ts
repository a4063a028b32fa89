import { useQuery } from '@tanstack/react-query';
import type { getValues, WorkListName, WorkSystem } from '@twinward/contracts/system/value-list';
import { call } from '../http.ts';

/** The values of a list that a system of work knows. */
export const useValues = (listName: WorkListName, system: WorkSystem) =>
  useQuery({
    queryKey: ['value-lists', { listName, system }],
    queryFn: ({ signal }) =>
      call<typeof getValues>('GET /api/lists/values/:listName/:system', {
        params: { listName, system },
        signal,
      }),
  });
