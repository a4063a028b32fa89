import { useMutation } from '@tanstack/react-query';
import type { createTags, NewTag, Tag, TagChange, updateTag } from '@twinward/contracts/signals/tag';
import { call } from '../api/http.ts';

/** Makes a tag, or changes the one of an id; what lists tags is read anew. */
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
    // Where it failed too: someone else may have changed what is shown.
    meta: { renews: ['tags', 'tag-aliases', 'suggestions'], renewsOnFailure: true },
  });
