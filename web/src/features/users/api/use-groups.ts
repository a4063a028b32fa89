import { useQuery } from '@tanstack/react-query';
import type { listGroups } from '@twinward/contracts/access/group';
import { callList } from '../../../shared/api/http.ts';

/** All groups by name, to choose among them. */
export const useGroups = () =>
  useQuery({
    queryKey: ['groups', { list: 'all' }],
    queryFn: ({ signal }) =>
      callList<typeof listGroups>('POST /api/groups/filters', {
        query: { 'page-size': 1000 },
        body: { sorts: [{ field: 'Name', direction: 'Ascending' }] },
        signal,
      }),
  });
