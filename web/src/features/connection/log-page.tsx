import {
  type ConnectionLogEntry,
  type LogLevel,
  logLevels,
} from '@twinward/contracts/connections/connection';
import type { ListBody } from '@twinward/contracts/core/list';
import { type ReactNode, useMemo } from 'react';
import { type ListAddressOptions, useListAddress } from '../../shared/address/list-address.ts';
import { contains } from '../../shared/api/filters.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { findLabel } from '../../ui/form/choices.ts';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { pageSize, useConnectionLog } from './api/connections.ts';
import { ConnectionScreen, type ShownConnection } from './connection-screen.tsx';
import { configurationPath, logLevelLabels } from './connection-words.ts';

type FilterName = 'level' | 'search';

const options: ListAddressOptions<FilterName> = {
  filterNames: ['level', 'search'],
  sortFields: ['Id'],
  defaultSort: { field: 'Id', direction: 'Descending' },
};

/** Minimum levels to show. */
const levelChoices = logLevels.slice(0, -1).map((level, index) => ({
  value: level,
  label: `${logLevelLabels[level]}${index === 0 ? '' : ' and above'}`,
}));

/** `/settings/connections/{id}/log`: the log of a connection, updated live. */
export const LogPage = (): ReactNode => <ConnectionScreen>{(shown) => <Log {...shown} />}</ConnectionScreen>;

function Log({ connection: { id, configuration } }: ShownConnection): ReactNode {
  const list = useListAddress(options);
  const body = useMemo(() => toListBody(list.filters), [list.filters]);
  const level = configuration.logLevel as LogLevel | undefined;
  return (
    <>
      <FilterBar
        list={list}
        labels={{
          level: (value) => `Level: ${findLabel(levelChoices, value)}`,
          search: (value) => `Contains “${value}”`,
        }}
      >
        <SearchFilter list={list} name="search" label="Message" />
        <ChoiceFilter list={list} name="level" label="Level" none="all" choices={levelChoices} />
      </FilterBar>
      <Muted sx={{ pb: 2 }}>
        {level === undefined ? '' : `Log level: ${logLevelLabels[level]}. `}
        <TextLink to={configurationPath(id)} underline="always">
          Change log level
        </TextLink>
      </Muted>
      <ListResults
        label="Log"
        noun="entries"
        query={useConnectionLog(id, body, list.page)}
        list={list}
        pageSize={pageSize}
        columns={columns}
        rowKey={(entry) => entry.id}
        fallback="The log could not be loaded."
        empty={<EmptyState title="No log entries yet." hint="Entries appear while the connection runs." />}
      />
    </>
  );
}

function toListBody({ level, search }: Partial<Record<FilterName, string>>): ListBody {
  const upTo = logLevels.indexOf(level as LogLevel);
  return {
    filters: [
      ...(upTo === -1
        ? []
        : [
            {
              field: 'Level',
              operator: 'In' as const,
              value: logLevels.slice(0, upTo + 1),
              dataType: 'C' as const,
            },
          ]),
      ...contains('Message', search),
    ],
    sorts: [{ field: 'Id', direction: 'Descending' }],
  };
}

const columns: readonly Column<ConnectionLogEntry>[] = [
  {
    id: 'time',
    header: 'Time',
    width: '184px',
    phoneWidth: '38%',
    cell: ({ time }) => <ExactTime value={time} />,
  },
  { id: 'level', header: 'Level', width: '104px', wide: true, cell: ({ level }) => logLevelLabels[level] },
  { id: 'message', header: 'Message', wraps: true, cell: ({ message }) => message },
];

/** A time with seconds, since several entries may occur within a minute. */
function ExactTime({ value }: { value: string }): ReactNode {
  return <time dateTime={value}>{formatDateTime(value, useTimeZone(), true)}</time>;
}
