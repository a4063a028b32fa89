import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../../../shared/address/list-address.ts';
import { compares, contains, equals } from '../../../shared/api/filters.ts';

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
  published: [...equals('State', 'published'), ...equals('Active', true)],
  draft: [{ field: 'DraftVersionId', operator: 'IsNotNull', dataType: 'N' }],
  retired: equals('Active', false),
  outdated: compares('OutdatedCount', 'GreaterThan', 0),
};

export function modelListBody(
  filters: Partial<Record<ModelFilterName, string>>,
  sort: Sort,
  taxonomy: readonly TaxonomyEntry[],
): ListBody {
  const { search, author, manufacturer, model, state } = filters;
  const entry = taxonomy.find(({ id }) => String(id) === filters.class);
  return {
    filters: [
      ...contains('Name', search),
      ...contains('Author', author),
      ...contains('Manufacturer', manufacturer),
      ...contains('Model', model),
      ...equals(entry?.class === null ? 'Category' : 'Class', (entry?.class ?? entry?.category)?.caption),
      ...(states[state ?? ''] ?? []),
    ],
    sorts: [sort],
  };
}
