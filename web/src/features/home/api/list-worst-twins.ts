import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '@twinward/contracts/core/list';
import type { listTwins, TwinSummary } from '@twinward/contracts/twins/twin';
import { useApiListQuery } from '../../../shared/api/api-query.ts';

const shown = 12;

/** The active twins above level 0, the highest level first, then the highest risk. */
export const useWorstTwins = (): UseQueryResult<Page<TwinSummary>> =>
  useApiListQuery<typeof listTwins>(['twins', { list: 'worst' }], 'POST /api/twins/filters', {
    query: { 'page-size': shown },
    body: {
      filters: [
        { field: 'Active', operator: 'EqualTo', value: true, dataType: 'B' },
        { field: 'Level', operator: 'GreaterThan', value: 0, dataType: 'N' },
      ],
      sorts: [
        { field: 'Level', direction: 'Descending' },
        { field: 'Risk', direction: 'Descending' },
      ],
    },
  });
