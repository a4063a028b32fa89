import type { Work } from '@twinward/contracts/assets/work';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
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
      saving={remove}
      fallback="The work could not be deleted."
      onYes={() => remove.mutate(undefined, { onSuccess: onDone })}
      onNo={onNo}
    >
      Protections that depend on its completion are evaluated again.
    </ConfirmDialog>
  );
}
