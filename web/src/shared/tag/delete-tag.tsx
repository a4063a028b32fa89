import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { ApiError } from '../api/api-error.ts';
import { removeTag } from './delete-tag-call.ts';

/** Asks for confirmation to delete a tag and, if it is in use, to remove it from everything that uses it. */
export function DeleteTag({
  id,
  name,
  onDeleted,
  onClose,
}: {
  id: number;
  name: string;
  onDeleted(): void;
  onClose(): void;
}): ReactNode {
  const remove = useDeleteTag(id);
  const [isInUse, setIsInUse] = useState(false);
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      yes={isInUse ? 'Unlink and delete' : 'Delete'}
      busy={remove.isPending}
      onYes={() =>
        remove.mutate(
          { unlink: isInUse },
          {
            onSuccess: onDeleted,
            onError: (error) => setIsInUse(error instanceof ApiError && error.status === 409),
          },
        )
      }
      onNo={onClose}
    >
      <Typography>The tag and its points are deleted. This cannot be undone.</Typography>
      {remove.error ? (
        <Typography role="alert" sx={{ pt: 2, fontWeight: 600 }}>
          {failureMessage(remove.error, 'The tag could not be deleted.')}
        </Typography>
      ) : null}
    </ConfirmDialog>
  );
}

/** Deletes a tag. A tag in use is deleted only with `unlink`. */
const useDeleteTag = (id: number) =>
  useMutation({
    mutationFn: ({ unlink }: { unlink: boolean }) => removeTag(id, unlink),
    meta: { deletes: { tagId: id, calculatedTagId: id }, renews: ['tags', 'tag-aliases'] },
  });
