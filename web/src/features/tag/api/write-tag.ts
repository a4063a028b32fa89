import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  createTags,
  deleteTag,
  NewTag,
  recalculateTag,
  Tag,
  TagChange,
  updateTag,
} from '@twinward/contracts/tag';
import { call } from '../../../app/http.ts';

/**
 * What changes with a tag: lists and statuses of tags, and the inputs that other tags may read. Of a deleted tag
 * itself there is nothing more to ask.
 */
function useRenewTags(): (deletedId?: number) => void {
  const queryClient = useQueryClient();
  return (deletedId) => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [entity, { tagId, calculatedTagId }] }) =>
        (entity === 'tags' || entity === 'tag-aliases') &&
        (deletedId === undefined || (tagId !== deletedId && calculatedTagId !== deletedId)),
    });
  };
}

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
    onSuccess: (tag) => {
      queryClient.setQueryData(['tags', { tagId: tag.id }], tag);
      renew();
    },
  });
}

/** Deletes a tag; one in use only when it is to be taken from what uses it. */
export function useDeleteTag(id: number) {
  const renew = useRenewTags();
  return useMutation({
    mutationFn: ({ unlink }: { unlink: boolean }) =>
      call<typeof deleteTag>('DELETE /api/tags/:id', {
        params: { id },
        query: { unlink: unlink ? 'true' : 'false' },
      }),
    meta: { deletes: { tagId: id, calculatedTagId: id } },
    onSuccess: () => renew(id),
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
