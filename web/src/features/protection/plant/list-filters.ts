import type { FieldFilter, Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../../../shared/address/list-address.ts';
import {
  type PlaceFilterName,
  placeFilterNames,
  placeFilters,
} from '../../../shared/address/place-filters.ts';
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

const is = (field: string, value: boolean): FieldFilter => ({
  field,
  operator: 'EqualTo',
  value,
  dataType: 'B',
});

/** The states to filter by; several can be active at once. */
const states: Record<string, { label: string; filters: readonly Filter[] }> = {
  service: { label: 'In service', filters: [is('Active', true), is('Shelved', false)] },
  shelved: { label: 'Shelved', filters: [is('Active', true), is('Shelved', true)] },
  inactive: { label: 'Inactive', filters: [is('Active', false)] },
  silent: {
    label: 'Silent',
    filters: [is('Active', true), { field: 'SilentSince', operator: 'IsNotNull', dataType: 'D' }],
  },
  'stale-input': {
    label: 'Has stale inputs',
    filters: [is('Active', true), { field: 'StaleInputs', operator: 'GreaterThan', value: 0, dataType: 'N' }],
  },
  stale: { label: 'Not calculated', filters: [is('Active', true), is('Stale', true)] },
  error: { label: 'Cannot be evaluated', filters: [is('Active', true), is('HasError', true)] },
  'set-aside': { label: 'Evaluation stopped', filters: [is('SetAside', true)] },
  incomplete: {
    label: 'Incomplete',
    filters: [{ field: 'Completion', operator: 'LessThan', value: 100, dataType: 'N' }],
  },
};

export const stateChoices: readonly Choice[] = Object.entries(states).map(([value, { label }]) => ({
  value,
  label,
}));

export function listBody(filters: ProtectionFilters, sort: Sort): ListBody {
  const contains = (fields: readonly string[], value: string | undefined): Filter[] =>
    value === undefined
      ? []
      : [
          {
            operator: 'GroupOr',
            filters: fields.map((field) => ({ field, operator: 'Contains', value, dataType: 'C' })),
          },
        ];
  return {
    filters: [
      ...contains(['Name', 'AssetName', 'AssetUniqueId'], filters.search),
      ...contains(['Location'], filters.location),
      ...levelFilters(filters.level),
      ...(filters.type === undefined
        ? []
        : [{ field: 'Type', operator: 'EqualTo', value: filters.type, dataType: 'C' } as const]),
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
  return [
    { field: 'Level', operator: 'GreaterThanEqualTo', value: from, dataType: 'N' },
    { field: 'Level', operator: 'LessThanEqualTo', value: to, dataType: 'N' },
  ];
}

/** Chip labels of active filters, except those by place. */
export const filterLabels: Record<OwnFilterName, (value: string) => string> = {
  search: (value) => `Name or asset contains “${value}”`,
  location: (value) => `Location contains “${value}”`,
  level: (value) => (value === 'none' ? 'Not evaluated' : `Level ${findLabel(levelChoices, value)}`),
  type: (value) => findLabel(typeChoices, value),
  state: (value) => findLabel(stateChoices, value),
};
