import { useQueries, useQuery } from '@tanstack/react-query';
import type { getTag } from '@twinward/contracts/signals/tag';
import { call } from '../http.ts';

const tagQuery = (tagId: number) => ({
  queryKey: ['tags', { tagId }] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<typeof getTag>('GET /api/tags/:id', { params: { id: tagId }, signal }),
});

/** One tag, with its oldest and latest point. */
export const useTag = (tagId: number, enabled = true) => useQuery({ ...tagQuery(tagId), enabled });

/** Several tags, in the order of their ids. */
export const useTags = (tagIds: readonly number[]) => useQueries({ queries: tagIds.map(tagQuery) });
