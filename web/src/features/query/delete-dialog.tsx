import type { QuerySummary } from '@twinward/contracts/questions/query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { useDeleteQuery } from './api.ts';

/** Deletes a query. The server rejects it while the query is in use. */
export function DeleteDialog({
  query: { id, name },
  onDeleted,
  onClose,
}: {
  query: Pick<QuerySummary, 'id' | 'name'>;
  onDeleted: () => void;
  onClose: () => void;
}): ReactNode {
  const removal = useDeleteQuery(id);
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      yes="Delete"
      busy={removal.isPending}
      onYes={() => removal.mutate(undefined, { onSuccess: onDeleted })}
      onNo={onClose}
    >
      Its versions are deleted too.
      {removal.error ? (
        <p role="alert">{failureMessage(removal.error, 'The query could not be deleted.')}</p>
      ) : null}
    </ConfirmDialog>
  );
}
