import { useQueries, useQuery } from '@tanstack/react-query';
import type { getTag } from '@twinward/contracts/signals/tag';
import { apiQuery } from '../api-query.ts';

const tagQuery = (tagId: number) =>
  apiQuery<typeof getTag>(['tags', { tagId }], 'GET /api/tags/:id', { params: { id: tagId } });

/** A tag, with its oldest and latest point. */
export const useTag = (tagId: number, enabled = true) => useQuery({ ...tagQuery(tagId), enabled });

/** Several tags, in the order of their ids. */
export const useTags = (tagIds: readonly number[]) => useQueries({ queries: tagIds.map(tagQuery) });
