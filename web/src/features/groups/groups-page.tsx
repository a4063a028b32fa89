import Button from '@mui/material/Button';
import type { GroupSummary } from '@twinward/contracts/access/group';
import type { ListBody } from '@twinward/contracts/core/list';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { contains } from '../../shared/api/filters.ts';
import { useListView } from '../../shared/view/use-list-view.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize, useGroupList } from './api/groups.ts';

const columns: readonly Column<GroupSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    width: '28%',
    sort: { field: 'Name' },
    cell: (group) => group.name,
  },
  {
    id: 'caption',
    header: 'Caption',
    width: '20%',
    wide: true,
    sort: { field: 'Caption' },
    cell: (group) => group.caption,
  },
  {
    id: 'description',
    header: 'Description',
    wide: true,
    cell: (group) => <span title={group.description}>{group.description || '–'}</span>,
  },
  {
    id: 'users',
    header: 'Users',
    numeric: true,
    width: '96px',
    sort: { field: 'UserCount', first: 'Descending' },
    cell: (group) => formatCount(group.userCount),
  },
];

const options: ListAddressOptions<'search'> = {
  filterNames: ['search'],
  sortFields: ['Name', 'Caption', 'UserCount'],
  defaultSort: { field: 'Name', direction: 'Ascending' },
};

const editGroupPath = (name: string): string => `/settings/groups/edit/${encodeURIComponent(name)}`;

export function GroupsPage(): ReactNode {
  const { list, visibleColumns, controls } = useListView('settings.groups', options);
  const body: ListBody = {
    filters: contains(['Name', 'Caption', 'Description'], list.filters.search),
    sorts: [list.sort],
  };
  return (
    <Page
      title="Groups"
      actions={
        <Button component={Link} to="/settings/groups/add" variant="contained">
          Add group
        </Button>
      }
    >
      <FilterBar list={list} labels={{ search: (value) => `Contains “${value}”` }}>
        <SearchFilter list={list} name="search" label="Name or description" />
        {controls(columns, body)}
      </FilterBar>
      <ListResults
        label="Groups"
        noun="groups"
        query={useGroupList(body, list.page)}
        list={list}
        pageSize={pageSize}
        columns={visibleColumns(columns)}
        rowKey={(group) => group.name}
        rowTo={(group) => editGroupPath(group.name)}
        fallback="The groups could not be loaded."
        empty={<EmptyState title="No groups yet." />}
      />
    </Page>
  );
}
