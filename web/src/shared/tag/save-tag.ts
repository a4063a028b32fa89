import { useMutation } from '@tanstack/react-query';
import type { createTags, NewTag, Tag, TagChange, updateTag } from '@twinward/contracts/signals/tag';
import { call } from '../api/http.ts';
import type { Undo } from '../api/mutation-effects.ts';
import { removeTag } from './delete-tag-call.ts';

export type SavedTag = { id: null; tag: NewTag } | { id: number; tag: TagChange };

export async function saveTag(request: SavedTag): Promise<Tag> {
  if (request.id !== null) {
    const { id, tag } = request;
    return call<typeof updateTag>('PUT /api/tags/:id', { params: { id }, body: tag });
  }
  const [made] = await call<typeof createTags>('POST /api/tags', { body: [request.tag] });
  return made!;
}

/** Creates a tag, or updates the one with an id, and invalidates lists of tags. */
export const useSaveTagFacts = () =>
  useMutation({
    mutationFn: saveTag,
    // Also after a failure, since another user may have changed the record.
    meta: {
      renews: ['tags', 'tag-aliases', 'suggestions'],
      renewsOnFailure: true,
      undo: deletesNewTag,
    },
  });

/** The undo of a save: deletes a new tag, unless it is already in use. */
export const deletesNewTag = ({ id }: Tag, request: SavedTag): Undo | null =>
  request.id === null ? () => removeTag(id, false) : null;
