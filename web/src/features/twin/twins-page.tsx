import Button from '@mui/material/Button';
import type { Asset } from '@twinward/contracts/assets/asset';
import { type exportTwins, type TwinSummary, twinExportColumns } from '@twinward/contracts/twins/twin';
import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { twinPath } from '../../shared/address/paths.ts';
import { usePlaceLabels } from '../../shared/address/place-filters.ts';
import { useNewInAddress } from '../../shared/address/use-new-in-address.ts';
import { send } from '../../shared/api/http.ts';
import { ImportButton } from '../../shared/import/import-button.tsx';
import { RowImportDialog } from '../../shared/import/row-import-dialog.tsx';
import { useFurtherColumns, useFurtherList } from '../../shared/record/use-further-list.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ExportMenu } from '../../shared/view/export-menu.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { useSelection } from '../../ui/list/use-selection.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize, useTwins } from './api/list-twins.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CreateTwinDialog } from './create-twin-dialog.tsx';
import { parameterImport } from './parameters/parameter-import.ts';
import { twinColumns } from './twin-columns.tsx';
import { filterLabels, levelChoices, stateChoices, twinListBody, twinListOptions } from './twin-filters.ts';

export function TwinsPage(): ReactNode {
  const further = useFurtherList('twin', twinListOptions, twinColumns);
  const { list, complete } = further;
  const { filters } = list;
  const placeLabels = usePlaceLabels(filters);
  const body = useMemo(() => complete(twinListBody(filters, list.sort)), [filters, list.sort, complete]);
  const twins = useTwins(body, list.page);
  const shown = useFurtherColumns(further, twins.data?.records, twinColumns);
  const mayWrite = useAccess('write:twin');
  const location = useLocation() as { state: { assetOfTwin?: Asset } | null };
  // Set by the link on the page of an asset that creates its twin.
  const assetOfTwin = location.state?.assetOfTwin ?? null;
  const [isNew, setIsNew] = useNewInAddress();
  const [isCreating, setIsCreating] = useState(assetOfTwin !== null);
  const stopCreating = (): void => {
    setIsCreating(false);
    if (isNew) setIsNew(false);
  };
  const [isImporting, setIsImporting] = useState(false);
  const selection = useSelection(toName);
  const columns = mayWrite ? [selection.column, ...shown] : shown;
  return (
    <Page
      title="Twins"
      actions={
        <>
          <ImportButton />
          {mayWrite ? (
            <>
              <ActionsMenu
                label="Actions for twins"
                actions={[{ label: 'Import parameter values', onChoose: () => setIsImporting(true) }]}
              />
              <AddButton variant="contained" onClick={() => setIsCreating(true)}>
                New twin
              </AddButton>
            </>
          ) : null}
        </>
      }
    >
      <FilterBar list={list} labels={{ ...filterLabels, ...placeLabels, ...further.labels }}>
        <SearchFilter list={list} name="search" label="Name or asset id" />
        <SearchFilter list={list} name="class" label="Class" width={160} />
        <ChoiceFilter list={list} name="level" label="Level" choices={levelChoices} />
        <ChoiceFilter list={list} name="state" label="State" choices={stateChoices} />
        {further.controls}
        <ExportMenu
          fileName="Twins"
          shown={further.shown}
          names={twinExportColumns}
          ask={(query) => send<typeof exportTwins>('POST /api/twins/export', { query, body })}
        />
      </FilterBar>
      {mayWrite ? (
        <BulkBar chosen={selection.chosen} listed={twins.data?.records ?? []} onChosen={selection.choose} />
      ) : null}
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
            hint="A twin holds the signals, protections and risk of one asset."
            action={
              mayWrite ? (
                <Button variant="outlined" onClick={() => setIsCreating(true)}>
                  Create the first twin
                </Button>
              ) : null
            }
          />
        }
      />
      {isCreating || (mayWrite && isNew) ? (
        <CreateTwinDialog of={assetOfTwin} onClose={stopCreating} />
      ) : null}
      {isImporting ? <RowImportDialog kind={parameterImport} onClose={() => setIsImporting(false)} /> : null}
    </Page>
  );
}

const toName = ({ assetName }: TwinSummary): string => assetName;
