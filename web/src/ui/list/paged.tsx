import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../feedback/loaded.tsx';
import { PageLinks } from './page-links.tsx';

/** The page of a list, from 1. Resets to 1 when `request`, compared as JSON, changes. */
export function usePage(request: unknown = null): [page: number, setPage: (page: number) => void] {
  const key = JSON.stringify(request);
  const [{ page, of }, setPage] = useState({ page: 1, of: key });
  return [of === key ? page : 1, (next) => setPage({ page: next, of: key })];
}

/** A page of records with page links, and the loading, error and empty states. */
export function Paged<Row>({
  query,
  page,
  pageSize,
  noun,
  rows = 5,
  fallback,
  empty,
  onPage,
  children,
}: {
  query: UseQueryResult<{ records: Row[]; total: number }>;
  page: number;
  pageSize: number;
  /** The records in plural, such as 'twins'. */
  noun: string;
  /** Lines of the skeleton. */
  rows?: number;
  /** Shown if an error has no message. */
  fallback: string;
  /** Shown if the list is empty. */
  empty?: ReactNode;
  onPage: (page: number) => void;
  /** @param isOutdated whether the records are stale, shown while new ones load */
  children: (records: readonly Row[], isOutdated: boolean) => ReactNode;
}): ReactNode {
  return (
    <Loaded query={query} rows={rows} fallback={fallback}>
      {({ records, total }) =>
        total === 0 && empty !== undefined ? (
          empty
        ) : (
          <>
            {children(records, query.isPlaceholderData)}
            <PageLinks page={page} pageSize={pageSize} total={total} noun={noun} onChange={onPage} />
          </>
        )
      }
    </Loaded>
  );
}
