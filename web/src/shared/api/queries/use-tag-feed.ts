import { useQuery } from '@tanstack/react-query';
import type { getTagFeed } from '@twinward/contracts/connections/intake';
import { call } from '../http.ts';

/** The source of a tag's points; null if no connection feeds it. */
export const useTagFeed = (tagId: number, enabled = true) =>
  useQuery({
    queryKey: ['tag-feeds', { tagId }] as const,
    queryFn: async ({ signal }) =>
      (await call<typeof getTagFeed>('GET /api/tags/:id/feed', { params: { id: tagId }, signal })) ?? null,
    enabled,
  });
