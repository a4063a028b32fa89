import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { ListAddressOptions } from '../address/list-address.ts';
import { contains, equals } from '../api/filters.ts';

/** Maps the filters of the asset list from URL parameters to the server's query. */
export type AssetFilterName = 'search' | 'kind' | 'class' | 'criticality' | 'twin' | 'in';

export const assetListOptions: ListAddressOptions<AssetFilterName> = {
  filterNames: ['search', 'kind', 'class', 'criticality', 'twin', 'in'],
  sortFields: ['AssetName', 'UniqueId', 'AssetClass', 'Criticality'],
  defaultSort: { field: 'AssetName', direction: 'Ascending' },
};

export const kindChoices = [
  { value: 'equipment', label: 'Equipment' },
  { value: 'location', label: 'Location' },
];
export const criticalityChoices = ['A', 'B', 'C'].map((value) => ({ value, label: value }));
export const twinChoices = [
  { value: 'yes', label: 'With a twin' },
  { value: 'no', label: 'Without a twin' },
];

/** Filter options: the categories, and the classes of each. */
export const classChoices = (taxonomy: readonly TaxonomyEntry[]): { value: string; label: string }[] =>
  taxonomy
    .filter((entry) => entry.type === null)
    .map((entry) => ({
      value: String(entry.id),
      label: [entry.category.caption, entry.class?.caption].filter(Boolean).join(' - '),
    }));

export function assetListBody(
  filters: Partial<Record<AssetFilterName, string>>,
  sort: Sort,
  taxonomy: readonly TaxonomyEntry[],
): ListBody {
  const { search, kind, criticality, twin } = filters;
  const parts: Filter[] = contains(['AssetName', 'UniqueId'], search);
  if (kind !== undefined)
    parts.push({ field: 'IsEquipment', operator: 'EqualTo', value: kind === 'equipment' });
  parts.push(...equals('Criticality', criticality));
  if (twin !== undefined) parts.push({ field: 'TwinId', operator: twin === 'yes' ? 'IsNotNull' : 'IsNull' });
  const entry = taxonomy.find(({ id }) => String(id) === filters.class);
  if (entry)
    parts.push({ field: entry.class ? 'ClassId' : 'CategoryId', operator: 'EqualTo', value: entry.id });
  return { filters: parts, sorts: [sort] };
}
