import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  ConnectionSource,
  ignoreSources,
  listConnectionSources,
  releaseSources,
  takeSources,
} from '@twinward/contracts/connections/intake';
import type { BrowsedNode, RequestResult } from '@twinward/contracts/connections/request';
import type { ListBody, Page } from '@twinward/contracts/core/list';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { apiListQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import { pageSize } from './connections.ts';

/** Polling interval of the latest values in milliseconds. */
const valuesEvery = 3000;

/** A source as a list row with an id. */
export type SourceRow = ConnectionSource & { id: string };

export const useSources = (connectionId: number, body: ListBody, page: number) =>
  useQuery({
    ...apiListQuery<typeof listConnectionSources>(
      ['connection-sources', { connectionId, body, page }],
      'POST /api/connections/:id/sources/filters',
      { params: { id: connectionId }, query: { 'page-number': page, 'page-size': pageSize }, body },
    ),
    select: withIds,
    placeholderData: keepPreviousData,
    refetchInterval: valuesEvery,
  });

const withIds = ({ records, ...rest }: Page<ConnectionSource>): Page<SourceRow> => ({
  ...rest,
  records: records.map((source) => ({ ...source, id: source.source })),
});

export type TakenSource = RouteBodyInput<typeof takeSources>[number];

const renews = ['connection-sources', 'connections', 'tags'] as const;

/** Lets sources feed tags. Marks loaded folders without reading them again. */
export function useTakeSources(connectionId: number) {
  const client = useQueryClient();
  return useApiMutation<typeof takeSources>('POST /api/connections/:id/sources', {
    params: { id: connectionId },
    onSuccess: (taken) => {
      const tagIds = new Map(taken.map(({ source, tagId }) => [source, tagId]));
      client.setQueriesData<RequestResult>(
        { queryKey: ['connection-requests', { connectionId }] },
        (result) => result && withTags(result, tagIds),
      );
    },
    renews,
  });
}

function withTags(result: RequestResult, tagIds: ReadonlyMap<string, number>): RequestResult {
  if (result.nodes === undefined) return result;
  const mark = (node: BrowsedNode): BrowsedNode => ({
    ...node,
    tagId: tagIds.get(node.source) ?? node.tagId,
  });
  return { ...result, nodes: result.nodes.map(mark) };
}

export const useReleaseSources = (connectionId: number) =>
  useApiMutation<typeof releaseSources, number[]>('POST /api/connections/:id/sources/release', {
    toCall: (tagIds) => ({ params: { id: connectionId }, body: { tagIds } }),
    renews,
  });

/** Ignores sources, or stops ignoring them. */
export function useIgnoreSources(connectionId: number) {
  const ignore = (body: { sources: string[]; isIgnored: boolean }) =>
    call<typeof ignoreSources>('POST /api/connections/:id/sources/ignore', {
      params: { id: connectionId },
      body,
    });
  return useMutation({
    mutationFn: ignore,
    meta: {
      renews,
      undo:
        (_: unknown, { sources, isIgnored }: Parameters<typeof ignore>[0]) =>
        () =>
          ignore({ sources, isIgnored: !isIgnored }),
    },
  });
}
