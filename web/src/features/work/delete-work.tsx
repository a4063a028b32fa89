import type { Work } from '@twinward/contracts/assets/work';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { useDeleteWork } from './api/work.ts';

/** Asks for confirmation to delete work. */
export function DeleteWork({
  work,
  onDone,
  onNo,
}: {
  work: Work;
  onDone: () => void;
  onNo: () => void;
}): ReactNode {
  const remove = useDeleteWork(work.id);
  return (
    <ConfirmDialog
      title={`Delete ${work.name}?`}
      yes="Delete"
      busy={remove.isPending}
      onYes={() => remove.mutate(undefined, { onSuccess: onDone })}
      onNo={onNo}
    >
      Protections that depend on its completion are evaluated again.
      {remove.error ? (
        <p role="alert">{failureMessage(remove.error, 'The work could not be deleted.')}</p>
      ) : null}
    </ConfirmDialog>
  );
}
