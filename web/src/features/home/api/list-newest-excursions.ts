import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Page } from '@twinward/contracts/core/list';
import type { Excursion, listExcursions } from '@twinward/contracts/protections/protection';
import { callList } from '../../../shared/api/http.ts';

const shown = 12;

/** The newest excursions of all twins. */
export const useNewestExcursions = (): UseQueryResult<Page<Excursion>> =>
  useQuery({
    queryKey: ['excursions', { list: 'newest' }],
    queryFn: ({ signal }) =>
      callList<typeof listExcursions>('POST /api/excursions/filters', {
        query: { 'page-size': shown },
        body: { sorts: [{ field: 'Start', direction: 'Descending' }] },
        signal,
      }),
  });
