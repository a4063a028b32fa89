import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useMemo } from 'react';
import { type ListControl, useListAddress } from '../../app/list-address.ts';
import { twinPath } from '../../app/twin-tabs.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { pageSize, useTwins } from './api/list-twins.ts';
import { twinColumns } from './twin-columns.tsx';
import {
  filterLabel,
  levelChoices,
  stateChoices,
  type TwinFilterName,
  twinListBody,
  twinListOptions,
} from './twin-filters.ts';

export function TwinsPage(): ReactNode {
  const list = useListAddress(twinListOptions);
  const body = useMemo(() => twinListBody(list.filters, list.sort), [list.filters, list.sort]);
  const twins = useTwins(body, list.page);
  return (
    <Page title="Twins">
      <FilterBar list={list} />
      {twins.isError && twins.data !== undefined ? (
        <ErrorState error={twins.error} onRetry={() => void twins.refetch()} />
      ) : null}
      <Loaded query={twins} rows={16} fallback="The twins could not be loaded.">
        {({ records, total }) =>
          records.length === 0 ? (
            <NoTwins list={list} />
          ) : (
            <>
              <DataTable
                label="Twins"
                columns={twinColumns}
                rows={records}
                rowKey={(twin) => twin.id}
                rowTo={(twin) => twinPath(twin.id)}
                sort={list.sort}
                onSort={list.setSort}
                outdated={twins.isPlaceholderData}
                sticky
              />
              <PageLinks
                page={list.page}
                pageSize={pageSize}
                total={total}
                noun="twins"
                onChange={list.setPage}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function FilterBar({ list }: { list: ListControl<TwinFilterName> }): ReactNode {
  const { filters, setFilters } = list;
  const set = twinListOptions.filterNames.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [{ name, label: filterLabel(name, value) }];
  });
  return (
    <Stack role="search" aria-label="Filters" sx={{ pb: 3 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
        <SearchField
          label="Name or asset id"
          value={filters.search ?? ''}
          onChange={(search) => setFilters({ search })}
        />
        <SearchField
          label="Class"
          width={160}
          value={filters.class ?? ''}
          onChange={(text) => setFilters({ class: text })}
        />
        <ChoiceField
          label="Level"
          value={filters.level}
          choices={levelChoices}
          onChange={(level) => setFilters({ level })}
        />
        <ChoiceField
          label="State"
          value={filters.state}
          choices={stateChoices}
          onChange={(state) => setFilters({ state })}
        />
      </Stack>
      <FilterChips
        chips={set}
        onRemove={(name) => setFilters({ [name as TwinFilterName]: undefined })}
        onClear={list.clearFilters}
      />
    </Stack>
  );
}

function NoTwins({ list }: { list: ListControl<TwinFilterName> }): ReactNode {
  if (list.page > 1) {
    return (
      <EmptyState
        title="No results found."
        hint={`There is no page ${list.page}.`}
        action={<Button onClick={() => list.setPage(1)}>Go to the first page</Button>}
      />
    );
  }
  if (Object.keys(list.filters).length > 0) {
    return (
      <EmptyState
        title="No results found."
        action={<Button onClick={list.clearFilters}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="No twins yet."
      hint="A twin keeps the signals, protections and risk of one asset. When one is made, it shows here."
    />
  );
}
