import type { getTagRhythm } from '@twinward/contracts/signals/rhythm';
import { useApiQuery } from '../api-query.ts';

/** How often the points of a tag come; asked once while logic is edited. */
export const useTagRhythm = (tagId: number) =>
  useApiQuery<typeof getTagRhythm>(
    ['preview-points', { tagId, rhythm: true }],
    'GET /api/tags/:id/rhythm',
    { params: { id: tagId } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
