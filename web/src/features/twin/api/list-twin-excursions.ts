import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Page } from '@twinward/contracts/core/list';
import type { Excursion, listExcursions } from '@twinward/contracts/protections/protection';
import { callList } from '../../../shared/api/http.ts';

const shown = 10;

/** The newest excursions of a twin. */
export const useTwinExcursions = (twinId: number): UseQueryResult<Page<Excursion>> =>
  useQuery({
    queryKey: ['excursions', { twinId, list: 'newest' }],
    queryFn: ({ signal }) =>
      callList<typeof listExcursions>('POST /api/excursions/filters', {
        query: { 'page-size': shown },
        body: {
          filters: [{ field: 'TwinId', operator: 'EqualTo', value: twinId, dataType: 'N' }],
          sorts: [{ field: 'Start', direction: 'Descending' }],
        },
        signal,
      }),
  });
