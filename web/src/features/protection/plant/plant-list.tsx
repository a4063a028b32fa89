import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  type exportProtections,
  type ListedProtection,
  protectionExportColumns,
} from '@twinward/contracts/protections/protection-list';
import { type ReactNode, useMemo, useState } from 'react';
import { monitorPath, protectionEditPath } from '../../../shared/address/paths.ts';
import { usePlaceLabels } from '../../../shared/address/place-filters.ts';
import { send } from '../../../shared/api/http.ts';
import { useFurtherColumns, useFurtherList } from '../../../shared/record/use-further-list.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { ExportMenu } from '../../../shared/view/export-menu.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { FilterBar } from '../../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/list/filter-fields.tsx';
import { ListResults } from '../../../ui/list/list-results.tsx';
import { useSelection } from '../../../ui/list/use-selection.tsx';
import type { Action } from '../../../ui/page/actions-menu.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { pageSize, useProtections } from '../api/list-protections.ts';
import { useUnshelve } from '../api/shelve.ts';
import {
  filterLabels,
  levelChoices,
  listBody,
  listOptions,
  stateChoices,
  typeChoices,
} from './list-filters.ts';
import { narrowColumns, protectionColumns } from './protection-columns.tsx';
import { ShelveDialog } from './shelve-dialog.tsx';
import { ShelvingBar } from './shelving-bar.tsx';
import { useSteadyRows } from './use-steady-rows.ts';

/** The list of all protections of the plant, updated live, with filters, sorting and shelving. */
export function PlantList({
  isNarrow,
  rowTo,
}: {
  /** Whether a protection is open beside the list. */
  isNarrow: boolean;
  rowTo: (id: number) => string;
}): ReactNode {
  const further = useFurtherList('protection', listOptions, protectionColumns);
  const { list, complete } = further;
  const { filters } = list;
  const placeLabels = usePlaceLabels(filters);
  const body = useMemo(() => complete(listBody(filters, list.sort)), [filters, list.sort, complete]);
  const protections = useProtections(body, list.page);
  const mayWrite = useAccess('write:protection');
  const unshelving = useUnshelve();
  const selection = useSelection(toName);
  const [shelved, setShelved] = useState<ListedProtection | null>(null);
  const [isVisited, setIsVisited] = useState(false);
  const records = protections.data?.records ?? noRecords;
  const request = `${JSON.stringify(body)} ${list.page}`;
  const { rows, isOutOfOrder, settle } = useSteadyRows(
    records,
    request,
    isVisited || selection.chosen.length > 0,
  );
  const shown = useFurtherColumns(further, records, protectionColumns);
  const columns = isNarrow ? narrowColumns : shown;

  const listActions = ({ id, twinId, ...one }: ListedProtection): Action[] => [
    { label: 'Open in Monitor', to: monitorPath(twinId) },
    ...(mayWrite
      ? [
          { label: 'Edit', to: protectionEditPath(id) },
          {
            label: one.shelving === null ? 'Shelve' : 'Shelve for longer',
            onChoose: () => setShelved({ id, twinId, ...one }),
          },
          ...(one.shelving === null
            ? []
            : [{ label: 'Unshelve', onChoose: () => unshelving.mutate([{ id, ...one }]) }]),
        ]
      : []),
  ];
  return (
    <>
      <FilterBar list={list} labels={{ ...filterLabels, ...placeLabels, ...further.labels }}>
        <SearchFilter list={list} name="search" label="Name or asset" width={200} />
        <SearchFilter list={list} name="location" label="Location" width={160} />
        <ChoiceFilter list={list} name="level" label="Level" choices={levelChoices} />
        <ChoiceFilter list={list} name="type" label="Type" choices={typeChoices} />
        <ChoiceFilter list={list} name="state" label="State" choices={stateChoices} />
        {further.controls}
        <ExportMenu
          fileName="Protections"
          shown={further.shown}
          names={protectionExportColumns}
          ask={(query) => send<typeof exportProtections>('POST /api/indicators/export', { query, body })}
        />
      </FilterBar>
      <Stack sx={{ minHeight: 32, justifyContent: 'center' }}>
        {mayWrite ? (
          <ShelvingBar chosen={selection.chosen} listed={rows} onChosen={selection.choose} />
        ) : null}
        {isOutOfOrder ? (
          <Stack direction="row" role="status" sx={{ alignItems: 'center', gap: 2 }}>
            <Muted>The sort order has changed. Rows stay in place while you use the table.</Muted>
            <Button onClick={settle}>Sort now</Button>
          </Stack>
        ) : null}
      </Stack>
      <Box
        onPointerEnter={() => setIsVisited(true)}
        onPointerLeave={() => setIsVisited(false)}
        onFocus={() => setIsVisited(true)}
        onBlur={(event) => setIsVisited(event.currentTarget.contains(event.relatedTarget))}
      >
        <ListResults
          label="Protections"
          noun="protections"
          query={withRecords(protections, rows)}
          list={list}
          pageSize={pageSize}
          columns={mayWrite && !isNarrow ? [selection.column, ...columns] : columns}
          rowKey={({ id }) => id}
          rowTo={({ id }) => rowTo(id)}
          actions={{ label: ({ name }) => `Actions for ${name}`, of: listActions }}
          fallback="The protections could not be loaded."
          empty={
            <EmptyState
              title="No protections yet."
              hint="A protection watches the inputs of a twin and raises its level when a threshold is exceeded."
              action={mayWrite ? <TextLink to="/apps/twins">Choose a twin to protect</TextLink> : null}
            />
          }
        />
      </Box>
      {shelved === null ? null : <ShelveDialog protections={[shelved]} onClose={() => setShelved(null)} />}
    </>
  );
}

const noRecords: readonly ListedProtection[] = [];

/** Returns the query with other rows. */
function withRecords<Query extends ReturnType<typeof useProtections>>(
  query: Query,
  records: readonly ListedProtection[],
): Query {
  return query.data === undefined ? query : { ...query, data: { ...query.data, records: [...records] } };
}

const toName = ({ name }: ListedProtection): string => name;
