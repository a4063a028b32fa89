import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { TwinSummary } from '@twinward/contracts/twins/twin';
import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useListAddress } from '../../shared/address/list-address.ts';
import { twinPath } from '../../shared/address/paths.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { useSelection } from '../../ui/list/use-selection.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize, useTwins } from './api/list-twins.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CreateTwinDialog } from './create-twin-dialog.tsx';
import { twinColumns } from './twin-columns.tsx';
import { filterLabels, levelChoices, stateChoices, twinListBody, twinListOptions } from './twin-filters.ts';

export function TwinsPage(): ReactNode {
  const list = useListAddress(twinListOptions);
  const { filters, setFilters } = list;
  const body = useMemo(() => twinListBody(filters, list.sort), [filters, list.sort]);
  const twins = useTwins(body, list.page);
  const mayWrite = useAccess('write:twin');
  const location = useLocation() as { state: { twinOf?: Asset } | null };
  // The page of an asset links here to create its twin.
  const twinOf = location.state?.twinOf ?? null;
  const [isCreating, setIsCreating] = useState(twinOf !== null);
  const selection = useSelection(nameOf);
  const columns = mayWrite ? [...twinColumns, selection.column] : twinColumns;
  return (
    <Page
      title="Twins"
      actions={
        mayWrite ? (
          <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={() => setIsCreating(true)}>
            New twin
          </Button>
        ) : undefined
      }
    >
      <FilterBar
        filters={filters}
        labels={filterLabels}
        onRemove={(name) => setFilters({ [name]: undefined })}
        onClear={list.clearFilters}
      >
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
      </FilterBar>
      {selection.chosen.length === 0 ? null : (
        <BulkBar chosen={selection.chosen} listed={twins.data?.records ?? []} onChosen={selection.choose} />
      )}
      <ListResults
        label="Twins"
        noun="twins"
        query={twins}
        list={list}
        pageSize={pageSize}
        columns={columns}
        rowKey={(twin) => twin.id}
        rowTo={(twin) => twinPath(twin.id)}
        fallback="The twins could not be loaded."
        empty={
          <EmptyState
            title="No twins yet."
            hint="A twin keeps the signals, protections and risk of one asset. When one is made, it shows here."
          />
        }
      />
      {isCreating ? <CreateTwinDialog of={twinOf} onClose={() => setIsCreating(false)} /> : null}
    </Page>
  );
}

const nameOf = ({ assetName }: TwinSummary): string => assetName;
