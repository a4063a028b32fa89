import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useDeleteFailureMode } from '../api/write-failure-mode.ts';

export function DeleteFailureMode({
  failureMode,
  onClose,
}: {
  failureMode: FailureMode;
  onClose(): void;
}): ReactNode {
  const remove = useDeleteFailureMode(failureMode.id);
  return (
    <ConfirmDialog
      title={`Delete ${failureMode.name}?`}
      yes="Delete"
      saving={remove}
      fallback="The failure mode could not be deleted."
      onYes={() => remove.mutate(undefined, { onSuccess: onClose })}
      onNo={onClose}
    >
      Its probability and consequence are deleted too. The protections stay.
    </ConfirmDialog>
  );
}
