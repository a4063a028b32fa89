import type { Activity } from '@twinward/contracts/twins/activity';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useDeleteActivity } from '../api/activities.ts';

export function DeleteActivity({ activity, onClose }: { activity: Activity; onClose(): void }): ReactNode {
  const remove = useDeleteActivity(activity.twinId, activity.id);
  return (
    <ConfirmDialog
      title={`Delete ${activity.name}?`}
      yes="Delete"
      saving={remove}
      fallback="The activity could not be deleted."
      onYes={() => remove.mutate(undefined, { onSuccess: onClose })}
      onNo={onClose}
    >
      The work that was recorded stays.
    </ConfirmDialog>
  );
}
