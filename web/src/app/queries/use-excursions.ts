import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/list';
import type { listExcursions } from '@twinward/contracts/protection';
import type { Range } from '../../ui/chart/range.ts';
import { callList } from '../http.ts';

/** So many excursions are drawn at most, the newest. */
export const mostExcursions = 1000;

/** The excursions of a twin that overlap a range, newest first; `total` counts all of them. */
export const useExcursions = (twinId: number, { from, to }: Range, enabled = true) =>
  useQuery({
    queryKey: ['excursions', { twinId, from, to }],
    queryFn: ({ signal }) =>
      callList<typeof listExcursions>('POST /api/excursions/filters', {
        query: { 'page-number': '1', 'page-size': String(mostExcursions) },
        body: overlapping(twinId, { from, to }),
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled,
  });

function overlapping(twinId: number, { from, to }: Range): ListBody {
  return {
    filters: [
      { field: 'TwinId', operator: 'EqualTo', value: twinId, dataType: 'N' },
      { field: 'Start', operator: 'LessThan', value: new Date(to).toISOString(), dataType: 'D' },
      {
        operator: 'GroupOr',
        filters: [
          { field: 'End', operator: 'IsNull', dataType: 'D' },
          { field: 'End', operator: 'GreaterThan', value: new Date(from).toISOString(), dataType: 'D' },
        ],
      },
    ],
    sorts: [{ field: 'Start', direction: 'Descending' }],
  };
}
