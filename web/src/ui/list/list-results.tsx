import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded, QueryError } from '../feedback/loaded.tsx';
import { EmptyState } from '../feedback/states.tsx';
import type { Action } from '../page/actions-menu.tsx';
import { type Column, DataTable, type SortState } from './data-table.tsx';
import { PageLinks } from './page-links.tsx';

interface ListState {
  filters: object;
  sort: SortState;
  page: number;
  setSort: (sort: SortState) => void;
  setPage: (page: number) => void;
  clearFilters: () => void;
}

/** A page of a list: table, page links, and the loading, error and empty states. */
export function ListResults<Row>({
  label,
  noun,
  query,
  list,
  pageSize,
  columns,
  rowKey,
  rowTo,
  onOpen,
  actions,
  fallback,
  empty,
}: {
  label: string;
  /** The records in plural, such as 'twins'. */
  noun: string;
  query: UseQueryResult<{ records: Row[]; total: number }>;
  list: ListState;
  pageSize: number;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  rowTo?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  actions?: { label: (row: Row) => string; of: (row: Row) => readonly Action[] };
  /** Shown if an error has no message. */
  fallback: string;
  /** Shown if the unfiltered list is empty. */
  empty: ReactNode;
}): ReactNode {
  return (
    <>
      {query.isError && query.data !== undefined ? <QueryError query={query} fallback={fallback} /> : null}
      <Loaded query={query} rows={12} fallback={fallback}>
        {({ records, total }) =>
          records.length === 0 ? (
            <Nothing list={list} empty={empty} />
          ) : (
            <>
              <DataTable
                label={label}
                columns={columns}
                rows={records}
                rowKey={rowKey}
                {...(rowTo === undefined ? {} : { rowTo })}
                {...(onOpen === undefined ? {} : { onOpen })}
                {...(actions === undefined ? {} : { actions })}
                sort={list.sort}
                onSort={list.setSort}
                outdated={query.isPlaceholderData}
                sticky
              />
              <PageLinks
                page={list.page}
                pageSize={pageSize}
                total={total}
                noun={noun}
                onChange={list.setPage}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Nothing({ list, empty }: { list: ListState; empty: ReactNode }): ReactNode {
  if (list.page > 1) {
    return (
      <EmptyState
        title="No results found."
        hint={`There is no page ${list.page}.`}
        action={<Button onClick={() => list.setPage(1)}>Go to the first page</Button>}
      />
    );
  }
  if (Object.keys(list.filters).length === 0) return empty;
  return (
    <EmptyState
      title="No results found."
      action={<Button onClick={list.clearFilters}>Clear filters</Button>}
    />
  );
}
