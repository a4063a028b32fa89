import type { getTagRhythm } from '@twinward/contracts/signals/rhythm';
import { useApiQuery } from '../api-query.ts';

/** How often a tag receives points. Fetched once while logic is edited. */
export const useTagRhythm = (tagId: number) =>
  useApiQuery<typeof getTagRhythm>(
    ['preview-points', { tagId, rhythm: true }],
    'GET /api/tags/:id/rhythm',
    { params: { id: tagId } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
