import { useQueryClient } from '@tanstack/react-query';

/**
 * What changes with a tag: lists and statuses of tags, and the inputs that other tags may read. Of a deleted tag
 * itself there is nothing more to ask.
 */
export function useRenewTags(): (deletedId?: number) => void {
  const queryClient = useQueryClient();
  return (deletedId) => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [entity, { tagId, calculatedTagId }] }) =>
        (entity === 'tags' || entity === 'tag-aliases') &&
        (deletedId === undefined || (tagId !== deletedId && calculatedTagId !== deletedId)),
    });
  };
}
