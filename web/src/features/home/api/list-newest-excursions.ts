import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '@twinward/contracts/core/list';
import type { Excursion, listExcursions } from '@twinward/contracts/protections/protection';
import { useApiListQuery } from '../../../shared/api/api-query.ts';
import { plantWide } from '../../../shared/api/query-client.ts';

const shown = 12;

/** The newest excursions of all twins. */
export const useNewestExcursions = (): UseQueryResult<Page<Excursion>> =>
  useApiListQuery<typeof listExcursions>(
    ['excursions', { list: 'newest' }],
    'POST /api/excursions/filters',
    {
      query: { 'page-size': shown },
      body: { sorts: [{ field: 'Start', direction: 'Descending' }] },
    },
    plantWide,
  );
