import { keepPreviousData } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type {
  ExcursionTally,
  getExcursionSpans,
  getExcursionTallies,
} from '@twinward/contracts/protections/excursion-span';
import type { listExcursions } from '@twinward/contracts/protections/protection';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { noRange, useDrawnRange, useExactRange } from '../../../ui/chart/use-drawn-range.ts';
import { useApiPage, useApiQuery } from '../api-query.ts';

/** The filter: a twin, or some of its protections. */
export interface ExcursionScope {
  twinId: number;
  /** All protections of the twin by default. An empty list sends no request. */
  protectionIds?: readonly number[];
}

const toQuery = ({ protectionIds }: ExcursionScope) =>
  protectionIds === undefined ? {} : { protectionId: protectionIds.map(String) };
const isWanted = ({ protectionIds }: ExcursionScope): boolean => protectionIds?.length !== 0;

/** The excursions of a range with a margin on either side, by threshold, merged to the resolution of a chart. */
export function useExcursionSpans(scope: ExcursionScope, range: Range, frame: PlotFrame) {
  const drawn = useDrawnRange(range, frame);
  return useApiQuery<typeof getExcursionSpans>(
    ['excursions', { ...scope, ...drawn }],
    'GET /api/twins/:id/excursions/spans',
    { params: { id: scope.twinId }, query: { ...toQuery(scope), ...(drawn ?? noRange) } },
    { placeholderData: keepPreviousData, enabled: drawn !== null && isWanted(scope) },
  );
}

/** The number of excursions per threshold in a range, and their duration in it. */
export function useExcursionTallies(scope: ExcursionScope, range: Range) {
  const within = useExactRange(range);
  return useApiQuery<typeof getExcursionTallies>(
    ['excursions', { ...scope, ...within, tallies: true }],
    'GET /api/twins/:id/excursions/tallies',
    { params: { id: scope.twinId }, query: { ...toQuery(scope), ...within } },
    { placeholderData: keepPreviousData, enabled: isWanted(scope) },
  );
}

/** Sums the excursions of some thresholds; those whose records were not kept are counted separately. */
export function countTallies(tallies: readonly ExcursionTally[]): { count: number; unkept: number } {
  const sum = (kept: boolean) =>
    tallies.reduce((total, { isKept, count }) => total + (isKept === kept ? count : 0), 0);
  return { count: sum(true), unkept: sum(false) };
}

/** A page of the excursions in a range, newest first; `total` counts all of them. */
export function useExcursionPage(scope: ExcursionScope, range: Range, page: number, pageSize: number) {
  return useApiPage<typeof listExcursions>(
    ['excursions', { ...scope, ...range, page }],
    'POST /api/excursions/filters',
    { page, pageSize, body: overlapping(scope, range) },
    { enabled: isWanted(scope) },
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
