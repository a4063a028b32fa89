import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../../ui/feedback/failure.ts';
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
      busy={remove.isPending}
      onYes={() => remove.mutate(undefined, { onSuccess: onClose })}
      onNo={onClose}
    >
      Its probability and consequence are deleted too. The protections stay.
      {remove.error ? (
        <p role="alert">{failureMessage(remove.error, 'The failure mode could not be deleted.')}</p>
      ) : null}
    </ConfirmDialog>
  );
}
