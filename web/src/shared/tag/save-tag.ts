import { useMutation } from '@tanstack/react-query';
import type { createTags, NewTag, Tag, TagChange, updateTag } from '@twinward/contracts/signals/tag';
import { call } from '../api/http.ts';

/** Creates a tag, or updates the one with an id, and invalidates lists of tags. */
export const useSaveTagFacts = () =>
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
    meta: { renews: ['tags', 'tag-aliases', 'suggestions'], renewsOnFailure: true },
  });
