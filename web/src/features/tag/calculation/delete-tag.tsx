import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../app/api-error.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../../ui/failure.ts';
import { useDeleteTag } from '../api/write-tag.ts';

/** Asks whether a tag is to be deleted; where it is in use, whether it is to be taken from what uses it. */
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
