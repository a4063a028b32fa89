import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LoadingRows } from './states.tsx';

/** Renders the data of a query, a skeleton during the first load, or the error with Retry. */
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
  /** Shown for every error; the error's own message is then behind Details. */
  message?: string;
  /** Shown if the error has no message. */
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
