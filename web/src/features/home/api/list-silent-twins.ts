import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '@twinward/contracts/core/list';
import type { listTwins, TwinSummary } from '@twinward/contracts/twins/twin';
import { useApiListQuery } from '../../../shared/api/api-query.ts';
import { plantWide } from '../../../shared/api/query-client.ts';

const shown = 12;

/** The active twins without data for longer than expected, highest level first. */
export const useSilentTwins = (): UseQueryResult<Page<TwinSummary>> =>
  useApiListQuery<typeof listTwins>(
    ['twins', { list: 'silent' }],
    'POST /api/twins/filters',
    {
      query: { 'page-size': shown },
      body: {
        filters: [
          { field: 'Active', operator: 'EqualTo', value: true, dataType: 'B' },
          { field: 'SilentSince', operator: 'IsNotNull', dataType: 'D' },
        ],
        sorts: [
          { field: 'Level', direction: 'Descending' },
          { field: 'Risk', direction: 'Descending' },
        ],
      },
    },
    plantWide,
  );
