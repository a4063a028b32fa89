import { useMutation } from '@tanstack/react-query';
import type { recalculateTag } from '@twinward/contracts/signals/calculated-tag';
import type { createTags, NewTag, Tag, TagChange, updateTag } from '@twinward/contracts/signals/tag';
import { call } from '../../../shared/api/http.ts';

/** Creates a tag, or updates the one with an id. */
export const useSaveTag = () =>
  useMutation({
    mutationFn: async (request: { id: null; tag: NewTag } | { id: number; tag: TagChange }): Promise<Tag> => {
      if (request.id !== null) {
        const { id, tag } = request;
        return call<typeof updateTag>('PUT /api/tags/:id', { params: { id }, body: tag });
      }
      const [made] = await call<typeof createTags>('POST /api/tags', { body: [request.tag] });
      return made!;
    },
    // After a failure too: another user may have changed the record.
    meta: {
      saves: ({ id }: Tag) => ['tags', { tagId: id }],
      renews: ['tags', 'tag-aliases'],
      renewsOnFailure: true,
    },
  });

/** Starts a recalculation of the whole history. */
export const useRecalculate = (id: number) =>
  useMutation({
    mutationFn: () => call<typeof recalculateTag>('POST /api/tags/:id/recalculate', { params: { id } }),
    meta: { says: null, renews: ['tags', 'tag-aliases'] },
  });
