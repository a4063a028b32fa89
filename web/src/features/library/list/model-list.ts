import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../../../shared/address/list-address.ts';

/** Maps the filters of the list of models from URL parameters to the server's query. */
export type ModelFilterName = 'search' | 'class' | 'author' | 'manufacturer' | 'model' | 'state';

export const modelListOptions: ListAddressOptions<ModelFilterName> = {
  filterNames: ['search', 'class', 'author', 'manufacturer', 'model', 'state'],
  sortFields: ['Name', 'Class', 'Author', 'Manufacturer', 'TwinCount', 'OutdatedCount', 'UpdatedAt'],
  defaultSort: { field: 'Name', direction: 'Ascending' },
};

export const stateChoices = [
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'With a draft' },
  { value: 'retired', label: 'Retired' },
  { value: 'outdated', label: 'With outdated twins' },
];

const states: Readonly<Record<string, readonly Filter[]>> = {
  published: [
    { field: 'State', operator: 'EqualTo', value: 'published', dataType: 'C' },
    { field: 'Active', operator: 'EqualTo', value: true, dataType: 'B' },
  ],
  draft: [{ field: 'DraftVersionId', operator: 'IsNotNull', dataType: 'N' }],
  retired: [{ field: 'Active', operator: 'EqualTo', value: false, dataType: 'B' }],
  outdated: [{ field: 'OutdatedCount', operator: 'GreaterThan', value: 0, dataType: 'N' }],
};

const holds = (field: string, value: string | undefined): Filter[] =>
  value === undefined ? [] : [{ field, operator: 'Contains', value, dataType: 'C' }];

export function modelListBody(
  filters: Partial<Record<ModelFilterName, string>>,
  sort: Sort,
  taxonomy: readonly TaxonomyEntry[],
): ListBody {
  const { search, author, manufacturer, model, state } = filters;
  const entry = taxonomy.find(({ id }) => String(id) === filters.class);
  return {
    filters: [
      ...holds('Name', search),
      ...holds('Author', author),
      ...holds('Manufacturer', manufacturer),
      ...holds('Model', model),
      ...(entry === undefined
        ? []
        : ([
            {
              field: entry.class === null ? 'Category' : 'Class',
              operator: 'EqualTo',
              value: (entry.class ?? entry.category).caption,
              dataType: 'C',
            },
          ] as const)),
      ...(states[state ?? ''] ?? []),
    ],
    sorts: [sort],
  };
}
