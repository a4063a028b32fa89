import type { listGroups } from '@twinward/contracts/access/group';
import { useApiListQuery } from '../api-query.ts';

/** All groups, ordered by name. */
export const useGroups = () =>
  useApiListQuery<typeof listGroups>(['groups', { list: 'all' }], 'POST /api/groups/filters', {
    query: { 'page-size': 1000 },
    body: { sorts: [{ field: 'Name', direction: 'Ascending' }] },
  });
