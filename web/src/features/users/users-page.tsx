import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ManagedUser } from '@twinward/contracts/access/user';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useGroups } from '../../shared/api/queries/use-groups.ts';
import { useListView } from '../../shared/view/use-list-view.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { findLabel } from '../../ui/form/choices.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Page } from '../../ui/page/page.tsx';
import { UserAvatar } from '../../ui/page/user-avatar.tsx';
import { pageSize, useUsers } from './api/users.ts';
import { stateChoices, userListBody, userListOptions } from './user-list.ts';

const columns: readonly Column<ManagedUser>[] = [
  {
    id: 'userName',
    header: 'User name',
    width: '20%',
    sort: { field: 'UserName' },
    cell: (user) => (
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
        <UserAvatar {...user} size={22} />
        <span>{user.userName}</span>
      </Box>
    ),
  },
  {
    id: 'name',
    header: 'Name',
    width: '20%',
    sort: { field: 'LastName' },
    cell: (user) => [user.firstName, user.lastName].filter(Boolean).join(' ') || '–',
  },
  {
    id: 'email',
    header: 'E-mail',
    width: '22%',
    wide: true,
    sort: { field: 'Email' },
    cell: (user) => <span title={user.email ?? undefined}>{user.email ?? '–'}</span>,
  },
  {
    id: 'groups',
    header: 'Groups',
    wide: true,
    cell: (user) => {
      const names = user.assignedGroups.join(', ');
      return <span title={names}>{names || '–'}</span>;
    },
  },
  { id: 'state', header: 'State', width: '200px', sort: { field: 'Enabled' }, cell: describeState },
];

function describeState(user: ManagedUser): string {
  return [
    user.enabled ? 'Enabled' : 'Disabled',
    ...(user.isAdmin ? ['administrator'] : []),
    ...(user.external ? ['external'] : []),
  ].join(', ');
}

export const editUserPath = (userName: string): string =>
  `/settings/users/edit/${encodeURIComponent(userName)}`;

export function UsersPage(): ReactNode {
  const { list, visibleColumns, controls } = useListView('settings.users', userListOptions);
  const body = useMemo(() => userListBody(list.filters, list.sort), [list.filters, list.sort]);
  const users = useUsers(body, list.page);
  const groups = useGroups();
  return (
    <Page
      title="Users"
      actions={
        <Button component={Link} to="/settings/users/add" variant="contained">
          Add user
        </Button>
      }
    >
      <FilterBar
        list={list}
        labels={{
          search: (value) => `Name or e-mail contains “${value}”`,
          group: (value) => `In ${value}`,
          state: (value) => findLabel(stateChoices, value),
        }}
      >
        <SearchFilter list={list} name="search" label="Name or e-mail" />
        <ChoiceFilter
          list={list}
          name="group"
          label="Group"
          choices={(groups.data?.records ?? []).map(({ name }) => ({ value: name, label: name }))}
        />
        <ChoiceFilter list={list} name="state" label="State" choices={stateChoices} />
        {controls(columns, body)}
      </FilterBar>
      <ListResults
        label="Users"
        noun="users"
        query={users}
        list={list}
        pageSize={pageSize}
        columns={visibleColumns(columns)}
        rowKey={(user) => user.id}
        rowTo={(user) => editUserPath(user.userName)}
        fallback="The users could not be loaded."
        empty={<EmptyState title="No users yet." />}
      />
    </Page>
  );
}
