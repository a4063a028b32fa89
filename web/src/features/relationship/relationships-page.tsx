import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { ListBody } from '@twinward/contracts/core/list';
import type { Relationship } from '@twinward/contracts/records/relationship';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { contains } from '../../shared/api/filters.ts';
import { typeCaption, useRecordTypes } from '../../shared/api/queries/use-record-types.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { useListView } from '../../shared/view/use-list-view.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize, useRelationshipList } from './api.ts';
import { cardinalityLabels, editRelationshipPath, relationshipsPath } from './relationship-texts.ts';

const options: ListAddressOptions<'search'> = {
  filterNames: ['search'],
  sortFields: ['Caption', 'FromType', 'ToType', 'Cardinality', 'LinkCount'],
  defaultSort: { field: 'Caption', direction: 'Ascending' },
};

const columnsFor = (caption: (type: string) => string): readonly Column<Relationship>[] => [
  {
    id: 'caption',
    header: 'Relationship',
    width: '30%',
    sort: { field: 'Caption' },
    cell: (one) => (
      <span title={one.description || one.name}>
        {one.caption}
        {one.standard ? <Chip size="small" label="Standard" sx={{ ml: 2 }} /> : null}
      </span>
    ),
  },
  { id: 'from', header: 'From', sort: { field: 'FromType' }, cell: (one) => caption(one.fromType) },
  { id: 'to', header: 'To', sort: { field: 'ToType' }, cell: (one) => caption(one.toType) },
  {
    id: 'cardinality',
    header: 'Cardinality',
    wide: true,
    sort: { field: 'Cardinality' },
    cell: (one) => cardinalityLabels[one.cardinality],
  },
  {
    id: 'structures',
    header: 'Structures',
    wide: true,
    cell: (one) => one.structures.join(', ') || '–',
  },
  {
    id: 'links',
    header: 'Links',
    numeric: true,
    width: '96px',
    wide: true,
    sort: { field: 'LinkCount', first: 'Descending' },
    cell: (one) => formatCount(one.linkCount),
  },
];

const commands = [{ title: 'Add relationship', to: `${relationshipsPath}/add` }];

/** The relationships between record types. */
export function RelationshipsPage(): ReactNode {
  const { list, visibleColumns, controls } = useListView('settings.relationships', options);
  usePageCommands(commands);
  const types = useRecordTypes().data?.records;
  const columns = useMemo(() => columnsFor((type) => typeCaption(types, type)), [types]);
  const { search } = list.filters;
  const body: ListBody = {
    filters: contains(['Caption', 'Name', 'Description', 'FromType', 'ToType'], search),
    sorts: [list.sort],
  };
  return (
    <Page
      title="Relationships"
      actions={
        <Button component={Link} to={`${relationshipsPath}/add`} variant="contained">
          Add relationship
        </Button>
      }
    >
      <FilterBar list={list} labels={{ search: (value) => `Contains “${value}”` }}>
        <SearchFilter list={list} name="search" label="Name or type" />
        {controls(columns, body)}
      </FilterBar>
      <ListResults
        label="Relationships"
        noun="relationships"
        query={useRelationshipList(body, list.page)}
        list={list}
        pageSize={pageSize}
        columns={visibleColumns(columns)}
        rowKey={(one) => one.name}
        rowTo={(one) => editRelationshipPath(one.name)}
        fallback="The relationships could not be loaded."
        empty={
          <EmptyState
            title="No relationships yet."
            hint="A relationship links records of two types."
            action={
              <Button component={Link} to={`${relationshipsPath}/add`} variant="outlined">
                Add the first relationship
              </Button>
            }
          />
        }
      />
    </Page>
  );
}
