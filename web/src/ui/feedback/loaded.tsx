import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LoadingRows } from './states.tsx';

/** What a query has read, or its skeleton on the first load, or why it failed with Retry. */
export function Loaded<T>({
  query,
  rows = 4,
  message,
  fallback,
  children,
}: {
  query: UseQueryResult<T>;
  /** Lines of the skeleton. */
  rows?: number;
  /** Said of any failure; what it says itself is then behind Details. */
  message?: string;
  /** Said when the failure says nothing itself. */
  fallback?: string;
  children: (data: T) => ReactNode;
}): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <ErrorState
        error={query.error}
        message={message}
        fallback={fallback}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <LoadingRows rows={rows} />;
}
