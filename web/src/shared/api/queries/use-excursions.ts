import { keepPreviousData } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type { listExcursions } from '@twinward/contracts/protections/protection';
import type { Range } from '../../../ui/chart/range.ts';
import { choosePoints } from '../../../ui/chart/resolution.ts';
import { useSettled } from '../../../ui/chart/use-settled.ts';
import { useApiListQuery } from '../api-query.ts';

/** So many excursions are drawn at most, the newest. */
const mostExcursions = 1000;

/**
 * The excursions of a twin that overlap a range, and some on either side of it, newest first; `total` counts
 * all of them. Small moves of the range ask for nothing new.
 */
export function useExcursions(twinId: number, range: Range) {
  const asked = choosePoints(range, gridPixels);
  const { from, to } = useSettled(asked) ?? asked;
  return useApiListQuery<typeof listExcursions>(
    ['excursions', { twinId, from, to }],
    'POST /api/excursions/filters',
    {
      query: { 'page-number': '1', 'page-size': String(mostExcursions) },
      body: overlapping(twinId, { from, to }),
    },
    { placeholderData: keepPreviousData },
  );
}

/** The window that is asked for moves in steps of a fraction of the range, whatever the chart's width. */
const gridPixels = 512;

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
