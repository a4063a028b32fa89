import { useMutation } from '@tanstack/react-query';
import type { recalculateTag } from '@twinward/contracts/signals/calculated-tag';
import type { Tag } from '@twinward/contracts/signals/tag';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { deletesNewTag, saveTag } from '../../../shared/tag/save-tag.ts';

/** Creates a tag, or updates the one with an id. */
export const useSaveTag = () =>
  useMutation({
    mutationFn: saveTag,
    // Also after a failure, since another user may have changed the record.
    meta: {
      saves: ({ id }: Tag) => ['tags', { tagId: id }],
      renews: ['tags', 'tag-aliases'],
      renewsOnFailure: true,
      undo: deletesNewTag,
    },
  });

/** Starts a recalculation of the whole history. */
export const useRecalculate = (id: number) =>
  useApiMutation<typeof recalculateTag>('POST /api/tags/:id/recalculate', {
    params: { id },
    says: null,
    renews: ['tags', 'tag-aliases'],
  });
