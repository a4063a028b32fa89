import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../../../shared/address/list-address.ts';
import {
  type PlaceFilterName,
  placeFilterNames,
  placeFilters,
} from '../../../shared/address/place-filters.ts';
import { compares, contains, equals } from '../../../shared/api/filters.ts';
import { typeLabels } from '../../../shared/protection/type-labels.ts';
import { type Choice, findLabel, toChoices } from '../../../ui/form/choices.ts';
import { bucketLabel, levelBuckets } from '../../../ui/format/scales.ts';

/** Maps the filters of the protection list from URL parameters to the server's query. */

type OwnFilterName = 'search' | 'location' | 'level' | 'type' | 'state';
export type FilterName = OwnFilterName | PlaceFilterName;
export type ProtectionFilters = Partial<Record<FilterName, string>>;

export const listOptions: ListAddressOptions<FilterName> = {
  filterNames: ['search', 'location', 'level', 'type', 'state', ...placeFilterNames],
  sortFields: ['Name', 'AssetName', 'Level', 'DrivingThreshold', 'Since', 'OpenExcursions', 'Type'],
  defaultSort: { field: 'Level', direction: 'Descending' },
};

export const levelChoices: readonly Choice[] = [
  ...levelBuckets
    .map((bucket) => ({ value: `${bucket.from}-${bucket.to}`, label: bucketLabel(bucket) }))
    .reverse(),
  { value: 'none', label: 'Not evaluated' },
];

export const typeChoices: readonly Choice[] = toChoices(typeLabels);

/** The states to filter by; several can be active at once. */
const states: Record<string, { label: string; filters: readonly Filter[] }> = {
  service: { label: 'In service', filters: [...equals('Active', true), ...equals('Shelved', false)] },
  shelved: { label: 'Shelved', filters: [...equals('Active', true), ...equals('Shelved', true)] },
  inactive: { label: 'Inactive', filters: equals('Active', false) },
  silent: {
    label: 'Silent',
    filters: [...equals('Active', true), { field: 'SilentSince', operator: 'IsNotNull', dataType: 'D' }],
  },
  'stale-input': {
    label: 'Has stale inputs',
    filters: [...equals('Active', true), ...compares('StaleInputs', 'GreaterThan', 0)],
  },
  stale: { label: 'Not calculated', filters: [...equals('Active', true), ...equals('Stale', true)] },
  error: { label: 'Cannot be evaluated', filters: [...equals('Active', true), ...equals('HasError', true)] },
  'set-aside': { label: 'Evaluation stopped', filters: equals('SetAside', true) },
  incomplete: {
    label: 'Incomplete',
    filters: compares('Completion', 'LessThan', 100),
  },
};

export const stateChoices: readonly Choice[] = Object.entries(states).map(([value, { label }]) => ({
  value,
  label,
}));

export function listBody(filters: ProtectionFilters, sort: Sort): ListBody {
  return {
    filters: [
      ...contains(['Name', 'AssetName', 'AssetUniqueId'], filters.search),
      ...contains('Location', filters.location),
      ...levelFilters(filters.level),
      ...equals('Type', filters.type),
      ...(states[filters.state ?? '']?.filters ?? []),
      ...placeFilters(filters),
    ],
    sorts: [sort],
  };
}

function levelFilters(level: string | undefined): Filter[] {
  if (level === 'none') return [{ field: 'Level', operator: 'IsNull', dataType: 'N' }];
  const [from, to] = (level ?? '').split('-').map(Number);
  if (from === undefined || to === undefined || Number.isNaN(from + to)) return [];
  return [...compares('Level', 'GreaterThanEqualTo', from), ...compares('Level', 'LessThanEqualTo', to)];
}

/** Chip labels of active filters, except those by place. */
export const filterLabels: Record<OwnFilterName, (value: string) => string> = {
  search: (value) => `Name or asset contains “${value}”`,
  location: (value) => `Location contains “${value}”`,
  level: (value) => (value === 'none' ? 'Not evaluated' : `Level ${findLabel(levelChoices, value)}`),
  type: (value) => findLabel(typeChoices, value),
  state: (value) => findLabel(stateChoices, value),
};
