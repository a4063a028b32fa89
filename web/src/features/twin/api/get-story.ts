import type { AdvisorySummary, listAdvisories } from '@twinward/contracts/advisories/advisory';
import type { Excursion, listExcursions } from '@twinward/contracts/protections/protection';
import { useApiListQuery } from '../../../shared/api/api-query.ts';
import { equals } from '../../../shared/api/filters.ts';

/** The open excursion of a threshold; undefined while loading or without one. @param thresholdId null for no request */
export function useOpenExcursion(twinId: number, thresholdId: number | null): Excursion | undefined {
  const { data } = useApiListQuery<typeof listExcursions>(
    ['excursions', { twinId, open: thresholdId }],
    'POST /api/excursions/filters',
    {
      query: { 'page-size': 1 },
      body: {
        filters: [
          ...equals('TwinId', twinId),
          ...equals('ThresholdId', thresholdId ?? 0),
          { field: 'End', operator: 'IsNull', dataType: 'D' },
        ],
      },
    },
    { enabled: thresholdId !== null },
  );
  return data?.records[0];
}

/** The active advisory of a twin with the earliest target date. */
export function useDueAdvisory(twinId: number): AdvisorySummary | undefined {
  const { data } = useApiListQuery<typeof listAdvisories>(
    ['advisories', { twinId, list: 'due' }],
    'POST /api/advisories/filters',
    {
      query: { 'page-size': 1 },
      body: {
        filters: [...equals('TwinId', twinId), ...equals('State', 'active')],
        sorts: [{ field: 'TargetDate', direction: 'Ascending' }],
      },
    },
  );
  return data?.records[0];
}
