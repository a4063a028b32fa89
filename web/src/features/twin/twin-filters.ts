import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { type PlaceFilterName, placeFilterNames, placeFilters } from '../../shared/address/place-filters.ts';
import { compares, contains, equals } from '../../shared/api/filters.ts';
import { type Choice, findLabel } from '../../ui/form/choices.ts';
import { bucketLabel, levelBuckets } from '../../ui/format/scales.ts';

/** Maps the filters of the twin list from URL parameters to the server's query. */

type OwnFilterName = 'search' | 'class' | 'level' | 'state';
export type TwinFilterName = OwnFilterName | PlaceFilterName;
export type TwinFilters = Partial<Record<TwinFilterName, string>>;

const levelDescending: Sort = { field: 'Level', direction: 'Descending' };

export const twinListOptions: ListAddressOptions<TwinFilterName> = {
  filterNames: ['search', 'class', 'level', 'state', ...placeFilterNames],
  sortFields: ['AssetName', 'AssetUniqueId', 'AssetClass', 'Level', 'Risk', 'LastData'],
  defaultSort: levelDescending,
};

export const levelChoices: readonly Choice[] = [
  { value: '1-1000', label: 'Above 0' },
  ...levelBuckets
    .map((bucket) => ({ value: `${bucket.from}-${bucket.to}`, label: bucketLabel(bucket) }))
    .reverse(),
  { value: 'none', label: 'Not evaluated' },
];

export const stateChoices: readonly Choice[] = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'with-data', label: 'Active with data' },
  { value: 'silent', label: 'Silent' },
];

/** The filters of each state. Silent twins have had no data for longer than expected. */
const states: Record<string, readonly Filter[]> = {
  active: equals('Active', true),
  inactive: equals('Active', false),
  'with-data': [...equals('Active', true), { field: 'SilentSince', operator: 'IsNull', dataType: 'D' }],
  silent: [...equals('Active', true), { field: 'SilentSince', operator: 'IsNotNull', dataType: 'D' }],
};

export function twinListBody(filters: TwinFilters, sort: Sort): ListBody {
  return {
    filters: [
      ...contains(['AssetName', 'AssetUniqueId'], filters.search),
      ...contains('AssetClass', filters.class),
      ...levelFilters(filters.level),
      ...(states[filters.state ?? ''] ?? []),
      ...placeFilters(filters),
    ],
    sorts: sort.field === 'Level' ? [sort, { field: 'Risk', direction: 'Descending' }] : [sort],
  };
}

function levelFilters(level: string | undefined): Filter[] {
  if (level === 'none') return [{ field: 'Level', operator: 'IsNull', dataType: 'N' }];
  const [from, to] = (level ?? '').split('-').map(Number);
  if (from === undefined || to === undefined || Number.isNaN(from + to)) return [];
  if (from === to) return equals('Level', from);
  return [...compares('Level', 'GreaterThanEqualTo', from), ...compares('Level', 'LessThanEqualTo', to)];
}

/** Chip labels of active filters, except those by place. */
export const filterLabels: Record<OwnFilterName, (value: string) => string> = {
  search: (value) => `Name or id contains “${value}”`,
  class: (value) => `Class contains “${value}”`,
  level: (value) =>
    value === 'none' ? 'Not evaluated' : `Level ${findLabel(levelChoices, value).toLowerCase()}`,
  state: (value) => findLabel(stateChoices, value),
};
