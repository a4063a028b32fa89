import type { ReactNode } from 'react';
import { ErrorState, LoadingRows } from './states.tsx';

interface Query {
  error: unknown;
  refetch: () => Promise<unknown>;
}

interface Texts {
  /** Shown for every error; the error's own message is then behind Details. */
  message?: string | undefined;
  /** Shown if the error has no message. */
  fallback?: string | undefined;
}

/** The error of a query, with Retry. Renders nothing without an error. */
export function QueryError({ query, ...texts }: Texts & { query: Query | undefined }): ReactNode {
  return <ErrorState {...texts} error={query?.error} onRetry={() => void query?.refetch()} />;
}

/** What is shown of a query without data: a skeleton during the first load, or the error with Retry. */
export function Unloaded({
  query,
  rows = 4,
  ...texts
}: Texts & {
  query: Query & { isError: boolean };
  /** Lines of the skeleton. */
  rows?: number;
}): ReactNode {
  return query.isError ? <QueryError query={query} {...texts} /> : <LoadingRows rows={rows} />;
}

/** Renders the data of a query, a skeleton during the first load, or the error with Retry. */
export function Loaded<T>({
  children,
  ...unloaded
}: Texts & {
  query: Query & { isError: boolean; data: T | undefined };
  rows?: number;
  children: (data: T) => ReactNode;
}): ReactNode {
  const { data } = unloaded.query;
  return data === undefined ? <Unloaded {...unloaded} /> : children(data);
}
