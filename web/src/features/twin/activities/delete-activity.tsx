import type { Activity } from '@twinward/contracts/twins/activity';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../../ui/feedback/failure.ts';
import { useDeleteActivity } from '../api/activities.ts';

export function DeleteActivity({ activity, onClose }: { activity: Activity; onClose(): void }): ReactNode {
  const remove = useDeleteActivity(activity.twinId, activity.id);
  return (
    <ConfirmDialog
      title={`Delete ${activity.name}?`}
      yes="Delete"
      busy={remove.isPending}
      onYes={() => remove.mutate(undefined, { onSuccess: onClose })}
      onNo={onClose}
    >
      The work that was recorded stays.
      {remove.error ? (
        <p role="alert">{failureMessage(remove.error, 'The activity could not be deleted.')}</p>
      ) : null}
    </ConfirmDialog>
  );
}
