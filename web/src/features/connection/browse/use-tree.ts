import { useQueries } from '@tanstack/react-query';
import type { RequestResult } from '@twinward/contracts/connections/request';
import { useMemo, useState } from 'react';
import type { Key } from '../../../shared/api/query-key.ts';
import { askSystem } from '../api/requests.ts';
import { type LoadedFolder, rootKey, type TreeRow, treeRows } from './tree-rows.ts';

/** An expanded folder, with the cursors of its pages. */
interface OpenFolder {
  key: string;
  source: string | null;
  search: string;
  pages: readonly (string | null)[];
}

export interface Tree {
  rows: readonly TreeRow[];
  open(key: string, source: string): void;
  close(key: string): void;
  showMore(key: string, next: string): void;
  retry(key: string): void;
}

/** The tree of a system. Folders are loaded page by page when expanded. With a search text, shows search results. */
export function useTree(connectionId: number, search: string): Tree {
  const [state, setState] = useState({ of: search, folders: createRoot(search) });
  if (state.of !== search) setState({ of: search, folders: createRoot(search) });
  const folders = state.of === search ? state.folders : createRoot(search);
  const change = (next: (now: readonly OpenFolder[]) => readonly OpenFolder[]): void =>
    setState((now) => ({ ...now, folders: next(now.folders) }));

  const pages = folders.flatMap((folder) => folder.pages.map((after) => ({ folder, after })));
  const answers = useQueries({
    queries: pages.map(({ folder: { source: parent, search: words }, after }) => ({
      queryKey: ['connection-requests', { connectionId, parent, search: words, after }] as Key,
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<RequestResult> =>
        askSystem(connectionId, { kind: 'browse', parent, search: words, after }, signal),
      // Never refetched automatically, to spare the other system; only the user reloads.
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
  });
  const loaded = new Map<string, LoadedFolder>();
  for (const [index, { folder }] of pages.entries()) {
    const before = loaded.get(folder.key);
    const { data, error, isFetching } = answers[index]!;
    loaded.set(folder.key, {
      nodes: [...(before?.nodes ?? []), ...(data?.nodes ?? [])],
      isLoading: (before?.isLoading ?? false) || (isFetching && data === undefined),
      error: before?.error ?? (isFetching ? null : error),
      next: data?.next ?? null,
      notice: data?.notice ?? before?.notice ?? null,
    });
  }
  // The query results are stable while unchanged; the map is not.
  const key = answers.map(({ dataUpdatedAt, errorUpdatedAt, fetchStatus }) => [
    dataUpdatedAt,
    errorUpdatedAt,
    fetchStatus,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies the loaded folders
  const rows = useMemo(() => treeRows(loaded), [JSON.stringify(key), folders]);
  return {
    rows,
    open: (folder, source) =>
      change((now) =>
        now.some((each) => each.key === folder)
          ? now
          : [...now, { key: folder, source, search: '', pages: [null] }],
      ),
    close: (folder) =>
      change((now) => now.filter(({ key: each }) => each !== folder && !each.startsWith(`${folder}\n`))),
    showMore: (folder, next) =>
      change((now) =>
        now.map((each) => (each.key === folder ? { ...each, pages: [...each.pages, next] } : each)),
      ),
    retry: (folder) => {
      for (const [index, page] of pages.entries()) {
        const answer = answers[index]!;
        if (page.folder.key === folder && answer.isError) void answer.refetch();
      }
    },
  };
}

const createRoot = (search: string): readonly OpenFolder[] => [
  { key: rootKey, source: null, search, pages: [null] },
];
