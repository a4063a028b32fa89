import type { ReactNode } from 'react';
import type { ListControl } from '../../../shared/address/list-address.ts';
import { FilterBar } from '../../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/list/filter-fields.tsx';
import {
  type AssetFilterName,
  filterLabels,
  improveChoices,
  lifeChoices,
  opportunityChoices,
} from './asset-filters.ts';

export function AssetFilterBar({ list }: { list: ListControl<AssetFilterName> }): ReactNode {
  return (
    <FilterBar list={list} labels={filterLabels}>
      <ChoiceFilter list={list} name="improve" label="Improve" choices={improveChoices} />
      <SearchFilter list={list} name="name" label="Name" width={200} />
      <SearchFilter list={list} name="taxonomy" label="Taxonomy" width={200} />
      <ChoiceFilter list={list} name="life" label="Characteristic life" choices={lifeChoices} />
      <ChoiceFilter list={list} name="opportunity" label="Opportunity" choices={opportunityChoices} />
    </FilterBar>
  );
}
