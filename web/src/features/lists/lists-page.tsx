import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { ListBody } from '@twinward/contracts/core/list';
import type { ValueListSummary } from '@twinward/contracts/system/value-list';
import type { ReactNode } from 'react';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { useNewInAddress } from '../../shared/address/use-new-in-address.ts';
import { contains } from '../../shared/api/filters.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { useListView } from '../../shared/view/use-list-view.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize, useLists } from './api.ts';
import { kindLabels, listPath } from './list-words.ts';
import { NewListDialog } from './new-list-dialog.tsx';

const columns: readonly Column<ValueListSummary>[] = [
  { id: 'name', header: 'Name', width: '30%', sort: { field: 'Name' }, cell: (list) => list.name },
  {
    id: 'description',
    header: 'Description',
    wide: true,
    cell: ({ description }) => <span title={description}>{description || '–'}</span>,
  },
  {
    id: 'kind',
    header: 'Kind',
    wide: true,
    width: '12%',
    sort: { field: 'Kind' },
    cell: ({ kind, dataType }) => `${kindLabels[kind]}${dataType === 'N' ? ', numbers' : ''}`,
  },
  {
    id: 'standard',
    header: 'Standard',
    wide: true,
    width: '12%',
    sort: { field: 'IsStandard', first: 'Descending' },
    cell: ({ isStandard }) => (isStandard ? <Chip size="small" label="Standard" /> : ''),
  },
  {
    id: 'items',
    header: 'Items',
    numeric: true,
    width: '96px',
    sort: { field: 'ItemCount', first: 'Descending' },
    cell: ({ itemCount }) => formatCount(itemCount),
  },
];

const options: ListAddressOptions<'search'> = {
  filterNames: ['search'],
  sortFields: ['Name', 'Kind', 'IsStandard', 'ItemCount'],
  defaultSort: { field: 'Name', direction: 'Ascending' },
};

/** `/settings/lists`: the value lists. */
export function ListsPage(): ReactNode {
  const { list, visibleColumns, controls } = useListView('settings.lists', options);
  const { search } = list.filters;
  const [isAdding, setIsAdding] = useNewInAddress();
  usePageCommands([{ title: 'Add list', to: '/settings/lists?new=true' }]);
  const body: ListBody = { filters: contains(['Name', 'Description'], search), sorts: [list.sort] };
  return (
    <Page
      title="Lists"
      actions={
        <Button variant="contained" onClick={() => setIsAdding(true)}>
          Add list
        </Button>
      }
    >
      <FilterBar list={list} labels={{ search: (value) => `Contains “${value}”` }}>
        <SearchFilter list={list} name="search" label="Name or description" />
        {controls(columns, body)}
      </FilterBar>
      <ListResults
        label="Lists"
        noun="lists"
        query={useLists(body, list.page)}
        list={list}
        pageSize={pageSize}
        columns={visibleColumns(columns)}
        rowKey={({ id }) => id}
        rowTo={({ name }) => listPath(name)}
        fallback="The lists could not be loaded."
        empty={
          <EmptyState
            title="No lists yet."
            hint="A list holds the values that a field offers."
            action={
              <Button variant="outlined" onClick={() => setIsAdding(true)}>
                Add the first list
              </Button>
            }
          />
        }
      />
      {isAdding ? <NewListDialog onClose={() => setIsAdding(false)} /> : null}
    </Page>
  );
}
