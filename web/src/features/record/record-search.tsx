import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Filter } from '@twinward/contracts/core/list';
import type { RecordSearchResult } from '@twinward/contracts/records/record';
import { searchFilters } from '@twinward/domain/search/filters';
import { type ReactNode, useMemo } from 'react';
import { type ListAddressOptions, useListAddress } from '../../shared/address/list-address.ts';
import { useRecordSearch } from '../../shared/api/queries/use-record-search.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Paged } from '../../ui/list/paged.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize } from './api.ts';
import { recordPath } from './record-paths.ts';
import { TypeChoice } from './type-choice.tsx';

const columns: readonly Column<RecordSearchResult>[] = [
  { id: 'title', header: 'Record', width: '60%', cell: ({ id, title }) => title || `#${id}` },
  { id: 'type', header: 'Type', cell: ({ typeCaption }) => typeCaption },
];
const options: ListAddressOptions<'find'> = {
  filterNames: ['find'],
  sortFields: [],
  defaultSort: { field: '', direction: 'Ascending' },
};

/** The choice of a type; with a search text, the matching records of all types. */
export function RecordSearch(): ReactNode {
  const list = useListAddress(options);
  const text = list.filters.find ?? '';
  const parsed = useMemo(() => searchFilters(text), [text]);
  return (
    <Page title="Records">
      <Box role="search" aria-label="Records of all types" sx={{ pb: 3 }}>
        <SearchField
          label="Search all records"
          value={text}
          width={320}
          onChange={(find) => list.setFilters({ find })}
        />
      </Box>
      {text === '' ? (
        <TypeChoice />
      ) : parsed.ok && parsed.filters.length > 0 ? (
        <Found filters={parsed.filters} page={list.page} onPage={list.setPage} />
      ) : (
        <Typography role="alert">{parsed.ok ? 'Please enter a word.' : parsed.message}</Typography>
      )}
    </Page>
  );
}

function Found({
  filters,
  page,
  onPage,
}: {
  filters: readonly Filter[];
  page: number;
  onPage: (page: number) => void;
}): ReactNode {
  return (
    <Paged
      query={useRecordSearch(filters, page, pageSize)}
      page={page}
      pageSize={pageSize}
      noun="records"
      rows={12}
      fallback="The records could not be searched."
      empty={
        <EmptyState title="No records match." hint="The search finds words in titles and text fields." />
      }
      onPage={onPage}
    >
      {(records, isOutdated) => (
        <DataTable
          label="Records found"
          columns={columns}
          rows={records}
          rowKey={({ id }) => id}
          rowTo={({ id }) => recordPath(id)}
          outdated={isOutdated}
        />
      )}
    </Paged>
  );
}
