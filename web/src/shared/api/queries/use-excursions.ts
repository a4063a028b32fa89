import { keepPreviousData } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type { getExcursionSpans, getExcursionTallies } from '@twinward/contracts/protections/excursion-span';
import type { listExcursions } from '@twinward/contracts/protections/protection';
import { type PlotFrame, plotWidth } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { choosePoints } from '../../../ui/chart/resolution.ts';
import { useSettled } from '../../../ui/chart/use-settled.ts';
import { useApiListQuery, useApiQuery } from '../api-query.ts';

/** The filter: a twin, or some of its protections. */
export interface ExcursionScope {
  twinId: number;
  /** All of the twin's unless given; an empty list sends no request. */
  protectionIds?: readonly number[];
  /** Epoch milliseconds of the latest data, up to which an open excursion lasts. */
  latest: number;
}

const mostColumns = 4000;

const queryOf = ({ protectionIds, latest }: ExcursionScope, { from, to }: Range) => ({
  from: String(from),
  to: String(to),
  until: String(latest),
  ...(protectionIds === undefined ? {} : { protectionId: protectionIds.map(String) }),
});
const isWanted = ({ protectionIds }: ExcursionScope): boolean => protectionIds?.length !== 0;

/** Rounded to whole milliseconds, which the API requires. */
const wholeRange = ({ from, to }: Range): Range => ({ from: Math.floor(from), to: Math.ceil(to) });

/**
 * The excursions of a range with a margin on either side, by threshold, merged to the resolution of a chart. Small
 * moves of the range send no request.
 */
export function useExcursionSpans(scope: ExcursionScope, range: Range, frame: PlotFrame) {
  const request = useSettled(frame.width > 0 ? choosePoints(range, plotWidth(frame)) : null);
  return useApiQuery<typeof getExcursionSpans>(
    ['excursions', { ...scope, ...request }],
    'GET /api/twins/:id/excursions/spans',
    {
      params: { id: scope.twinId },
      query: {
        ...queryOf(scope, request ?? range),
        columns: String(Math.min(mostColumns, request?.buckets ?? 1)),
      },
    },
    { placeholderData: keepPreviousData, enabled: request !== null && isWanted(scope) },
  );
}

/** The number of excursions per threshold in a range, and their duration in it. */
export function useExcursionTallies(scope: ExcursionScope, range: Range) {
  const within = useSettled(wholeRange(range)) ?? wholeRange(range);
  return useApiQuery<typeof getExcursionTallies>(
    ['excursions', { ...scope, ...within, tallies: true }],
    'GET /api/twins/:id/excursions/tallies',
    { params: { id: scope.twinId }, query: queryOf(scope, within) },
    { placeholderData: keepPreviousData, enabled: isWanted(scope) },
  );
}

/** A page of the excursions in a range, newest first; `total` counts all of them. */
export function useExcursionPage(scope: ExcursionScope, range: Range, page: number, pageSize: number) {
  return useApiListQuery<typeof listExcursions>(
    ['excursions', { ...scope, ...range, page }],
    'POST /api/excursions/filters',
    {
      query: { 'page-number': String(page), 'page-size': String(pageSize) },
      body: overlapping(scope, range),
    },
    { placeholderData: keepPreviousData, enabled: isWanted(scope) },
  );
}

function overlapping({ twinId, protectionIds }: ExcursionScope, { from, to }: Range): ListBody {
  return {
    filters: [
      { field: 'TwinId', operator: 'EqualTo', value: twinId, dataType: 'N' },
      ...(protectionIds === undefined
        ? []
        : [
            {
              field: 'ProtectionId',
              operator: 'In' as const,
              value: [...protectionIds],
              dataType: 'N' as const,
            },
          ]),
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
