import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '@twinward/contracts/core/list';
import type { Excursion, listExcursions } from '@twinward/contracts/protections/protection';
import { useApiListQuery } from '../../../shared/api/api-query.ts';

/** More than are shown, since short ones are merged. */
const pageSize = 100;

/** The newest excursions of a twin. */
export const useTwinExcursions = (twinId: number): UseQueryResult<Page<Excursion>> =>
  useApiListQuery<typeof listExcursions>(
    ['excursions', { twinId, list: 'newest' }],
    'POST /api/excursions/filters',
    {
      query: { 'page-size': pageSize },
      body: {
        filters: [{ field: 'TwinId', operator: 'EqualTo', value: twinId, dataType: 'N' }],
        sorts: [{ field: 'Start', direction: 'Descending' }],
      },
    },
  );
