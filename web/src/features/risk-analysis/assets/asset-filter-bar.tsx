import type { ReactNode } from 'react';
import type { ListControl } from '../../../shared/address/list-address.ts';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { FilterBar } from '../../../ui/list/filter-bar.tsx';
import { SearchField } from '../../../ui/list/search-field.tsx';
import {
  type AssetFilterName,
  filterLabels,
  improveChoices,
  lifeChoices,
  opportunityChoices,
} from './asset-filters.ts';

export function AssetFilterBar({ list }: { list: ListControl<AssetFilterName> }): ReactNode {
  const { filters, setFilters } = list;
  return (
    <FilterBar
      filters={filters}
      labels={filterLabels}
      onRemove={(name) => setFilters({ [name]: undefined })}
      onClear={list.clearFilters}
    >
      <ChoiceField
        label="Improve"
        value={filters.improve}
        choices={improveChoices}
        onChange={(improve) => setFilters({ improve })}
      />
      <SearchField
        label="Name"
        width={200}
        value={filters.name ?? ''}
        onChange={(name) => setFilters({ name })}
      />
      <SearchField
        label="Taxonomy"
        width={200}
        value={filters.taxonomy ?? ''}
        onChange={(taxonomy) => setFilters({ taxonomy })}
      />
      <ChoiceField
        label="Characteristic life"
        value={filters.life}
        choices={lifeChoices}
        onChange={(life) => setFilters({ life })}
      />
      <ChoiceField
        label="Opportunity"
        value={filters.opportunity}
        choices={opportunityChoices}
        onChange={(opportunity) => setFilters({ opportunity })}
      />
    </FilterBar>
  );
}
