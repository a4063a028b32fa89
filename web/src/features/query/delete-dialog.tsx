import type { QuerySummary } from '@twinward/contracts/questions/query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
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
      saving={removal}
      fallback="The query could not be deleted."
      onYes={() => removal.mutate(undefined, { onSuccess: onDeleted })}
      onNo={onClose}
    >
      Its versions are deleted too.
    </ConfirmDialog>
  );
}
