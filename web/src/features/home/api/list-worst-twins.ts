import type { UseQueryResult } from '@tanstack/react-query';
import type { FieldFilter, Page, Sort } from '@twinward/contracts/core/list';
import type { listTwins, TwinSummary } from '@twinward/contracts/twins/twin';
import { useApiListQuery } from '../../../shared/api/api-query.ts';

const shown = 12;

const active: FieldFilter = { field: 'Active', operator: 'EqualTo', value: true, dataType: 'B' };
const sorts: Sort[] = [
  { field: 'Level', direction: 'Descending' },
  { field: 'Risk', direction: 'Descending' },
];

/** The active twins above level 0 that have data, the highest level first, then the highest risk. */
export const useWorstTwins = (): UseQueryResult<Page<TwinSummary>> =>
  useApiListQuery<typeof listTwins>(['twins', { list: 'worst' }], 'POST /api/twins/filters', {
    query: { 'page-size': shown },
    body: {
      filters: [
        active,
        { field: 'Level', operator: 'GreaterThan', value: 0, dataType: 'N' },
        { field: 'SilentSince', operator: 'IsNull', dataType: 'D' },
      ],
      sorts,
    },
  });

/** The active twins that have had no data for longer than expected, at any level. */
export const useSilentTwins = (): UseQueryResult<Page<TwinSummary>> =>
  useApiListQuery<typeof listTwins>(['twins', { list: 'silent' }], 'POST /api/twins/filters', {
    query: { 'page-size': shown },
    body: { filters: [active, { field: 'SilentSince', operator: 'IsNotNull', dataType: 'D' }], sorts },
  });
