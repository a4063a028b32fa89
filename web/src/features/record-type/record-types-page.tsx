import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import type { ListBody } from '@twinward/contracts/core/list';
import type { RecordTypeSummary } from '@twinward/contracts/records/record-type';
import type { ReactNode } from 'react';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { useNewInAddress } from '../../shared/address/use-new-in-address.ts';
import { contains, equals } from '../../shared/api/filters.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { TypeIcon } from '../../shared/record/type-icon.tsx';
import { useListView } from '../../shared/view/use-list-view.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { findLabel } from '../../ui/form/choices.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize, useTypeList } from './api.ts';
import { NewTypeDialog } from './new-type-dialog.tsx';
import { typePath, typesPath } from './type-words.ts';

const columns: readonly Column<RecordTypeSummary>[] = [
  {
    id: 'caption',
    header: 'Record type',
    width: '30%',
    sort: { field: 'Caption' },
    cell: ({ caption, icon }) => (
      <Stack component="span" direction="row" sx={{ gap: 2, alignItems: 'center', display: 'inline-flex' }}>
        <TypeIcon name={icon} />
        {caption}
      </Stack>
    ),
  },
  {
    id: 'name',
    header: 'Identifier',
    width: '18%',
    wide: true,
    sort: { field: 'Name' },
    cell: (type) => type.name,
  },
  {
    id: 'description',
    header: 'Description',
    wide: true,
    cell: ({ description }) => <span title={description}>{description || '–'}</span>,
  },
  {
    id: 'system',
    header: 'Kind',
    width: '112px',
    sort: { field: 'IsSystem', first: 'Descending' },
    cell: ({ isSystem }) => (isSystem ? <Chip size="small" label="System" /> : 'Own'),
  },
  {
    id: 'restricted',
    header: 'Read by',
    width: '16%',
    wide: true,
    sort: { field: 'Restricted' },
    cell: ({ restricted }) => (restricted ? 'Assigned users' : 'All viewers'),
  },
  {
    id: 'deprecated',
    header: 'State',
    width: '128px',
    wide: true,
    sort: { field: 'Deprecated' },
    cell: ({ deprecated }) => (deprecated ? <Chip size="small" variant="outlined" label="Deprecated" /> : ''),
  },
];

const options: ListAddressOptions<'search' | 'kind'> = {
  filterNames: ['search', 'kind'],
  sortFields: ['Caption', 'Name', 'IsSystem', 'Restricted', 'Deprecated'],
  defaultSort: { field: 'Caption', direction: 'Ascending' },
};
const kinds = [
  { value: 'own', label: 'Own' },
  { value: 'system', label: 'System' },
];
const commands = [{ title: 'Add record type', to: `${typesPath}?new=true` }];

/** `/settings/recordtypes`: system and custom record types. */
export function RecordTypesPage(): ReactNode {
  const { list, visibleColumns, controls } = useListView('settings.recordtypes', options);
  const { search, kind } = list.filters;
  const [isAdding, setIsAdding] = useNewInAddress();
  usePageCommands(commands);
  const body: ListBody = {
    filters: [
      ...contains(['Caption', 'Name', 'Description'], search),
      ...equals('IsSystem', kind === undefined ? undefined : kind === 'system'),
    ],
    sorts: [list.sort],
  };
  return (
    <Page
      title="Record types"
      actions={
        <Button variant="contained" onClick={() => setIsAdding(true)}>
          Add record type
        </Button>
      }
    >
      <FilterBar
        list={list}
        labels={{
          search: (value) => `Contains “${value}”`,
          kind: (value) => findLabel(kinds, value),
        }}
      >
        <SearchFilter list={list} name="search" label="Caption, identifier or description" />
        <ChoiceFilter list={list} name="kind" label="Kind" choices={kinds} />
        {controls(columns, body)}
      </FilterBar>
      <ListResults
        label="Record types"
        noun="record types"
        query={useTypeList(body, list.page)}
        list={list}
        pageSize={pageSize}
        columns={visibleColumns(columns)}
        rowKey={({ name }) => name}
        rowTo={({ name }) => typePath(name)}
        fallback="The record types could not be loaded."
        empty={<EmptyState title="No record types yet." />}
      />
      {isAdding ? <NewTypeDialog copied={null} onClose={() => setIsAdding(false)} /> : null}
    </Page>
  );
}
