import Typography from '@mui/material/Typography';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../../ui/feedback/failure.ts';
import { useDeleteAlias } from '../api/write-alias.ts';

/** Asks for confirmation to delete an input. */
export function DeleteAlias({ alias, onClose }: { alias: TagAlias; onClose(): void }): ReactNode {
  const remove = useDeleteAlias(alias.id);
  return (
    <ConfirmDialog
      title={`Delete the input ${alias.name}?`}
      yes="Delete"
      busy={remove.isPending}
      onYes={() => remove.mutate(undefined, { onSuccess: onClose })}
      onNo={onClose}
    >
      <Typography>The tag behind it stays with its points.</Typography>
      {remove.error ? (
        <Typography role="alert" sx={{ pt: 2, fontWeight: 600 }}>
          {failureMessage(remove.error, 'The input could not be deleted.')}
        </Typography>
      ) : null}
    </ConfirmDialog>
  );
}
