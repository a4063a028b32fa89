import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { captionOfState } from '@twinward/domain/records/states';
import {
  buildLabels,
  filterableFields,
  filtersIn,
  type ListFilters,
} from '../../shared/record/field-filters.ts';

/** The body of the list call for the filters in the URL. */
export function recordListBody(type: RecordType, filters: ListFilters, sort: Sort): ListBody {
  const all: Filter[] = [];
  if (filters.search !== undefined) {
    all.push({ field: 'Title', operator: 'Contains', value: filters.search });
  }
  if (filters.state !== undefined) all.push({ field: 'State', operator: 'EqualTo', value: filters.state });
  if (filters.incomplete !== undefined) all.push({ field: 'Incomplete', operator: 'EqualTo', value: true });
  return { filters: [...all, ...filtersIn(filterableFields(type), filters)], sorts: [sort] };
}

/** The labels of the filters in the URL. */
export const filterLabels = (
  type: RecordType,
  timeZone: string,
): Record<string, (value: string) => string> => ({
  search: (value) => `Title contains “${value}”`,
  state: (value) => `State: ${captionOfState(type, value)}`,
  incomplete: () => 'Incomplete',
  ...buildLabels(filterableFields(type), timeZone),
});
