import Button from '@mui/material/Button';
import type { Filter, ListBody } from '@twinward/contracts/core/list';
import type { QuerySummary } from '@twinward/contracts/questions/query';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { contains, equals } from '../../shared/api/filters.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { viewName } from '../../shared/query/describe.ts';
import { queryPageSize, useQueryList, useQueryTypes, useSetFavorite } from '../../shared/query/queries.ts';
import { useListView } from '../../shared/view/use-list-view.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useFolders } from './api.ts';
import { type Types, typesByName } from './catalogue.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { FavoriteMark } from './favorite.tsx';
import { newQueryPath, queryEditPath, queryPath } from './query-paths.ts';
import { sharingNames } from './query-words.ts';

type FilterName = 'search' | 'folder' | 'show' | 'source';

const options: ListAddressOptions<FilterName> = {
  filterNames: ['search', 'folder', 'show', 'source'],
  sortFields: ['Name', 'Folder', 'Source', 'View', 'Owner', 'UpdatedAt'],
  defaultSort: { field: 'Name', direction: 'Ascending' },
};

const shows = [
  { value: 'favorites', label: 'favorites' },
  { value: 'shared', label: 'shared' },
  { value: 'private', label: 'private' },
];

function toFilters({ search, folder, show, source }: { [Name in FilterName]: string | undefined }): Filter[] {
  return [
    ...contains(['Name', 'Description'], search),
    ...equals('Folder', folder),
    ...equals('Source', source),
    ...(show === 'favorites' ? equals('IsFavorite', true) : []),
    ...(show === 'shared' ? equals('Sharing', 'tenant') : []),
    ...(show === 'private' ? equals('Sharing', 'private') : []),
  ];
}

const buildColumns = (types: Types): Column<QuerySummary>[] => [
  {
    id: 'name',
    header: 'Name',
    width: '30%',
    sort: { field: 'Name' },
    opens: true,
    cell: ({ name }) => name,
  },
  {
    id: 'folder',
    header: 'Folder',
    wide: true,
    sort: { field: 'Folder' },
    cell: ({ folder }) => folder || '–',
  },
  {
    id: 'source',
    header: 'Source',
    wide: true,
    sort: { field: 'Source' },
    cell: ({ source }) => types.get(source)?.pluralCaption || types.get(source)?.caption || source,
  },
  { id: 'view', header: 'Shown as', wide: true, sort: { field: 'View' }, cell: ({ view }) => viewName(view) },
  {
    id: 'sharing',
    header: 'Sharing',
    wide: true,
    width: '90px',
    cell: ({ sharing }) => sharingNames[sharing],
  },
  {
    id: 'owner',
    header: 'Owner',
    wide: true,
    sort: { field: 'Owner' },
    cell: ({ owner }) => owner?.userName ?? '–',
  },
  {
    id: 'updated',
    header: 'Changed',
    sort: { field: 'UpdatedAt', first: 'Descending' },
    width: '130px',
    cell: ({ updatedAt }) => <Time value={updatedAt} />,
  },
];

/** `/tools/querylist`: own and shared queries. */
export function QueryListPage(): ReactNode {
  const { list, visibleColumns, controls } = useListView('tools.queries', options);
  const { search, folder, show, source } = list.filters;
  const body: ListBody = { filters: toFilters({ search, folder, show, source }), sorts: [list.sort] };
  const types = useQueryTypes();
  const byName = useMemo(() => typesByName(types.data ?? []), [types.data]);
  const folders = useFolders().data ?? [];
  const favorite = useSetFavorite();
  const [opened, open] = useState<{ dialog: 'copy' | 'delete'; query: QuerySummary } | null>(null);
  const columns = useMemo(() => buildColumns(byName), [byName]);
  const marks: Column<QuerySummary> = {
    id: 'favorite',
    header: '',
    width: '56px',
    phoneWidth: '56px',
    cell: (query) => <FavoriteMark query={query} onToggle={favorite.mutate} />,
  };
  usePageCommands([{ title: 'New query', to: newQueryPath }]);
  const close = (): void => open(null);
  return (
    <Page
      title="Queries"
      actions={
        <Button component={Link} to={newQueryPath} variant="contained">
          New query
        </Button>
      }
    >
      <FilterBar
        list={list}
        labels={{
          search: (value) => `Contains “${value}”`,
          folder: (value) => `Folder ${value}`,
          show: (value) => value,
          source: (value) => `Source ${byName.get(value)?.caption ?? value}`,
        }}
      >
        <SearchFilter list={list} name="search" label="Name or description" />
        {folders.some((one) => one.folder !== '') ? (
          <ChoiceFilter
            list={list}
            name="folder"
            label="Folder"
            choices={folders
              .filter((one) => one.folder !== '')
              .map((one) => ({ value: one.folder, label: `${one.folder} (${one.queries})` }))}
          />
        ) : null}
        <ChoiceFilter list={list} name="show" label="Show" none="all" choices={shows} />
        {controls(columns, body)}
      </FilterBar>
      <ListResults
        label="Queries"
        noun="queries"
        query={useQueryList(body, list.page)}
        list={list}
        pageSize={queryPageSize}
        columns={[marks, ...visibleColumns(columns)]}
        rowKey={({ id }) => id}
        rowTo={({ id }) => queryPath(id)}
        actions={{
          label: ({ name }) => `Actions for ${name}`,
          of: (query) => [
            ...(query.mayEdit ? [{ label: 'Edit', to: queryEditPath(query.id) }] : []),
            { label: 'Copy', onChoose: () => open({ dialog: 'copy', query }) },
            ...(query.mayEdit
              ? [{ label: 'Delete', onChoose: () => open({ dialog: 'delete', query }) }]
              : []),
          ],
        }}
        fallback="The queries could not be loaded."
        empty={
          <EmptyState
            title="No queries yet."
            hint="A query reads your records and time series, and shows the result as a table or chart."
            action={
              <Button component={Link} to={newQueryPath}>
                New query
              </Button>
            }
          />
        }
      />
      {opened?.dialog === 'copy' ? <CopyDialog query={opened.query} onClose={close} /> : null}
      {opened?.dialog === 'delete' ? (
        <DeleteDialog query={opened.query} onDeleted={close} onClose={close} />
      ) : null}
    </Page>
  );
}
