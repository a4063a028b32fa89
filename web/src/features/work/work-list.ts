import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import { dayRange } from '../../shared/address/day-range.ts';
import type { ListAddress, ListAddressOptions } from '../../shared/address/list-address.ts';
import { contains, equals } from '../../shared/api/filters.ts';

/** Filter of the displayed work: completed, planned, or both. */
export const workModes = ['all', 'completed', 'planned'] as const;
export type WorkMode = (typeof workModes)[number];
export const isWorkMode = (text: string): text is WorkMode => workModes.some((mode) => mode === text);

export const modeLabels: Record<WorkMode, string> = {
  all: 'All',
  completed: 'Completed',
  planned: 'Planned',
};

export type WorkFilterName = 'search' | 'state' | 'kind' | 'from' | 'to';

export const workListOptions: ListAddressOptions<WorkFilterName> = {
  filterNames: ['search', 'state', 'kind', 'from', 'to'],
  sortFields: ['Name', 'Kind', 'Planned', 'Start', 'Completed', 'Cost'],
  defaultSort: { field: 'Start', direction: 'Descending' } satisfies Sort,
};

/** Filters work by its time: its completion, else its planned time, else its start. */
function withinRange({ from, before }: ReturnType<typeof dayRange>): Filter[] {
  if (from === null && before === null) return [];
  const within = (field: string): Filter[] => [
    ...(from === null
      ? []
      : [{ field, operator: 'GreaterThanEqualTo' as const, value: from, dataType: 'D' as const }]),
    ...(before === null
      ? []
      : [{ field, operator: 'LessThan' as const, value: before, dataType: 'D' as const }]),
  ];
  const missing = (field: string): Filter => ({ field, operator: 'IsNull', dataType: 'D' });
  const and = (filters: Filter[]): Filter => ({ operator: 'GroupAnd', filters });
  return [
    {
      operator: 'GroupOr',
      filters: [
        and(within('Completed')),
        and([missing('Completed'), ...within('Planned')]),
        and([missing('Completed'), missing('Planned'), ...within('Start')]),
      ],
    },
  ];
}

/** The query for the work under some tags. */
export function workListBody(
  tagIds: readonly number[],
  mode: WorkMode,
  { filters: { search, kind, from, to }, sort }: Pick<ListAddress<WorkFilterName>, 'filters' | 'sort'>,
  timeZone: string,
): ListBody {
  const filters: Filter[] = [{ field: 'TagId', operator: 'In', value: [...tagIds], dataType: 'N' }];
  if (mode !== 'all') {
    filters.push({
      field: 'Completed',
      operator: mode === 'completed' ? 'IsNotNull' : 'IsNull',
      dataType: 'D',
    });
  }
  filters.push(...contains(['Name', 'Number'], search), ...equals('Kind', kind));
  filters.push(...withinRange(dayRange({ from, to }, timeZone)));
  return { filters, sorts: [sort] };
}
