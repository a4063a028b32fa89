import type { UseQueryResult } from '@tanstack/react-query';
import type { AdvisorySummary, listAdvisories } from '@twinward/contracts/advisories/advisory';
import type { Page } from '@twinward/contracts/core/list';
import { useApiListQuery } from '../../../shared/api/api-query.ts';

const shown = 8;

/** The advisories that are active or wait for the user's review; overdue ones first, then by level. */
export const useWaitingAdvisories = (): UseQueryResult<Page<AdvisorySummary>> =>
  useApiListQuery<typeof listAdvisories>(
    ['advisories', { list: 'waiting' }],
    'POST /api/advisories/filters',
    {
      query: { 'page-size': shown },
      body: {
        filters: [
          {
            operator: 'GroupOr',
            filters: [
              { field: 'ToReview', operator: 'EqualTo', value: true, dataType: 'B' },
              { field: 'State', operator: 'EqualTo', value: 'active', dataType: 'C' },
            ],
          },
        ],
        sorts: [
          { field: 'ToReview', direction: 'Descending' },
          { field: 'Overdue', direction: 'Descending' },
          { field: 'Level', direction: 'Descending' },
        ],
      },
    },
  );
