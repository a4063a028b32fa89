import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  createTags,
  NewTag,
  recalculateTag,
  Tag,
  TagChange,
  updateTag,
} from '@twinward/contracts/signals/tag';
import { call } from '../../../shared/api/http.ts';
import { useRenewTags } from '../../../shared/tag/renew-tags.ts';

/** Makes a tag, or changes the one of an id. */
export function useSaveTag() {
  const queryClient = useQueryClient();
  const renew = useRenewTags();
  return useMutation({
    mutationFn: async (request: { id: null; tag: NewTag } | { id: number; tag: TagChange }): Promise<Tag> => {
      if (request.id !== null) {
        const { id, tag } = request;
        return call<typeof updateTag>('PUT /api/tags/:id', { params: { id }, body: tag });
      }
      const [made] = await call<typeof createTags>('POST /api/tags', { body: [request.tag] });
      return made!;
    },
    onSuccess: (tag) => void queryClient.setQueryData(['tags', { tagId: tag.id }], tag),
    // Where it failed too: someone else may have changed what is shown.
    onSettled: () => renew(),
  });
}

/** Starts a recalculation over the whole history. */
export function useRecalculate(id: number) {
  const renew = useRenewTags();
  return useMutation({
    mutationFn: () => call<typeof recalculateTag>('POST /api/tags/:id/recalculate', { params: { id } }),
    onSuccess: () => renew(),
  });
}
