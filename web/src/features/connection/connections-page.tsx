import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {
  type ConnectionSummary,
  type ConnectionType,
  connectionStates,
} from '@twinward/contracts/connections/connection';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { useListView } from '../../shared/view/use-list-view.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { findLabel } from '../../ui/form/choices.ts';
import { formatCount } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize, useConnections, useConnectionTypes } from './api/connections.ts';
import { useConnectionActions } from './connection-actions.tsx';
import { type ConnectionFilter, connectionListBody, standInText, standsBy } from './connection-list.ts';
import {
  connectionPath,
  connectionsPath,
  logPath,
  placeLabels,
  rateText,
  secondsText,
  stateLabels,
  typeName,
} from './connection-words.ts';
import { DefaultConnectionsDialog } from './default-connections-dialog.tsx';
import { StateChip } from './state-chip.tsx';

const addPath = `${connectionsPath}/add`;

const options: ListAddressOptions<ConnectionFilter> = {
  filterNames: ['search', 'type', 'state'],
  sortFields: ['Name', 'Type', 'State', 'Place', 'LagSeconds', 'PointsPerSecond', 'LastPointTime'],
  defaultSort: { field: 'Name', direction: 'Ascending' },
};

const stateChoices = [
  ...connectionStates.map((state) => ({ value: state, label: stateLabels[state] })),
  { value: 'paused', label: 'Paused' },
];
const none: readonly never[] = [];

/** `/settings/connections`: the connected systems and their states. */
export function ConnectionsPage(): ReactNode {
  const { list, visibleColumns, controls } = useListView('settings.connections', options);
  const types = useConnectionTypes().data ?? none;
  const body = useMemo(() => connectionListBody(list.filters, list.sort), [list.filters, list.sort]);
  const found = useConnections(body, list.page);
  const all = found.data?.records ?? none;
  const actions = useConnectionActions();
  const [isChoosing, setIsChoosing] = useState(false);
  const columns = useMemo(() => buildColumns(types, all), [types, all]);
  usePageCommands([
    { title: 'Add connection', to: addPath },
    ...all.flatMap(({ id, name }) => [
      { title: `Open connection ${name}`, to: connectionPath(id), isTyped: true },
      { title: `Open log of ${name}`, to: logPath(id), isTyped: true },
    ]),
  ]);
  const typeChoices = types.map(({ type, name }) => ({ value: type, label: name }));
  return (
    <Page
      title="Connections"
      actions={
        <>
          <Button onClick={() => setIsChoosing(true)}>Default connections</Button>
          <Button component={Link} to={addPath} variant="contained">
            Add connection
          </Button>
        </>
      }
    >
      <FilterBar
        list={list}
        labels={{
          search: (value) => `Contains “${value}”`,
          type: (value) => `Type: ${findLabel(typeChoices, value)}`,
          state: (value) => `State: ${findLabel(stateChoices, value)}`,
        }}
      >
        <SearchFilter list={list} name="search" label="Name" />
        <ChoiceFilter list={list} name="type" label="Type" choices={typeChoices} />
        <ChoiceFilter list={list} name="state" label="State" choices={stateChoices} />
        {controls(columns, body)}
      </FilterBar>
      {actions.failure}
      <ListResults
        label="Connections"
        noun="connections"
        query={found}
        list={list}
        pageSize={pageSize}
        columns={visibleColumns(columns)}
        rowKey={({ id }) => id}
        rowTo={({ id }) => connectionPath(id)}
        actions={{ label: ({ name }) => `Actions for ${name}`, of: actions.listActions }}
        fallback="The connections could not be loaded."
        empty={
          <EmptyState
            title="No connections yet."
            hint="A connection brings the points of another system, such as an OPC UA server or an MQTT broker, into tags."
            action={
              <Button component={Link} to={addPath} variant="outlined">
                Add connection
              </Button>
            }
          />
        }
      />
      {actions.dialog}
      {isChoosing ? <DefaultConnectionsDialog onClose={() => setIsChoosing(false)} /> : null}
    </Page>
  );
}

const buildColumns = (
  types: readonly ConnectionType[],
  all: readonly ConnectionSummary[],
): readonly Column<ConnectionSummary>[] => [
  {
    id: 'name',
    header: 'Name',
    width: '16%',
    sort: { field: 'Name' },
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    id: 'type',
    header: 'Type',
    width: '10%',
    wide: true,
    sort: { field: 'Type' },
    cell: ({ type }) => typeName(types, type),
  },
  {
    id: 'state',
    header: 'State',
    width: '128px',
    sort: { field: 'State' },
    cell: (connection) => <StateChip connection={connection} waits={standsBy(connection, all)} />,
  },
  {
    id: 'lag',
    header: 'Lag',
    numeric: true,
    width: '80px',
    wide: true,
    sort: { field: 'LagSeconds', first: 'Descending' },
    cell: ({ lagSeconds }) => secondsText(lagSeconds),
  },
  {
    id: 'rate',
    header: 'Points/s',
    numeric: true,
    width: '112px',
    wide: true,
    sort: { field: 'PointsPerSecond', first: 'Descending' },
    cell: ({ pointsPerSecond }) => rateText(pointsPerSecond),
  },
  {
    id: 'tags',
    header: 'Tags',
    numeric: true,
    width: '72px',
    wide: true,
    cell: ({ tags }) => formatCount(tags),
  },
  {
    id: 'point',
    header: 'Latest point',
    width: '112px',
    wide: true,
    sort: { field: 'LastPointTime', first: 'Descending' },
    cell: ({ lastPointTime }) => <Time value={lastPointTime} />,
  },
  { id: 'error', header: 'Last error', wide: true, cell: (connection) => <LastError {...connection} /> },
  {
    id: 'group',
    header: 'Group',
    width: '14%',
    wide: true,
    cell: (connection) => {
      const text = standInText(connection, all);
      return text === null ? '–' : <span title={text}>{text}</span>;
    },
  },
  // Omitted while all connections run on the server.
  ...(all.some(({ place }) => place === 'plant') ? [placeColumn] : []),
];

const placeColumn: Column<ConnectionSummary> = {
  id: 'place',
  header: 'Runs',
  width: '112px',
  wide: true,
  sort: { field: 'Place' },
  cell: ({ place }) => placeLabels[place],
};

const LastError = ({
  lastError,
  lastErrorTime,
}: Pick<ConnectionSummary, 'lastError' | 'lastErrorTime'>): ReactNode =>
  lastError === null ? (
    '–'
  ) : (
    <span title={lastError}>
      {lastErrorTime === null ? null : (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          <Time value={lastErrorTime} />
          {': '}
        </Box>
      )}
      {lastError}
    </span>
  );
