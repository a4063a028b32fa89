import type { ConnectionSummary } from '@twinward/contracts/connections/connection';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import type { Action } from '../../ui/page/actions-menu.tsx';
import { useDeleteConnection, usePauseConnection, useResumeConnection } from './api/connections.ts';
import { configurationPath, logPath } from './connection-words.ts';

type Named = Pick<ConnectionSummary, 'id' | 'name' | 'isPaused'>;

interface ConnectionActions {
  /** The menu of a connection in a list. */
  listActions(connection: Named): readonly Action[];
  askToDelete(connection: Named): void;
  setPaused(connection: Named, isPaused: boolean): void;
  isBusy: boolean;
  /** The error of the last pause or resume. */
  failure: ReactNode;
  /** The confirmation before deletion. */
  dialog: ReactNode;
}

/** The actions on a connection, in lists and on its own pages. */
export function useConnectionActions(onDeleted?: () => void): ConnectionActions {
  const pause = usePauseConnection();
  const resume = useResumeConnection();
  const [deleted, setDeleted] = useState<Named | null>(null);
  const setPaused = ({ id }: Named, isPaused: boolean): void => (isPaused ? pause : resume).mutate(id);
  const failed = pause.error ?? resume.error;
  return {
    setPaused,
    askToDelete: setDeleted,
    isBusy: pause.isPending || resume.isPending,
    listActions: (connection) => [
      connection.isPaused
        ? { label: 'Resume', onChoose: () => setPaused(connection, false) }
        : { label: 'Pause', onChoose: () => setPaused(connection, true) },
      { label: 'Configure', to: configurationPath(connection.id) },
      { label: 'Open log', to: logPath(connection.id) },
      { label: 'Delete', onChoose: () => setDeleted(connection) },
    ],
    failure: <ErrorState error={failed} fallback="The connection could not be paused or resumed." />,
    dialog:
      deleted === null ? null : (
        <DeleteConnection
          connection={deleted}
          onDeleted={() => {
            setDeleted(null);
            onDeleted?.();
          }}
          onClose={() => setDeleted(null)}
        />
      ),
  };
}

function DeleteConnection({
  connection: { id, name },
  onDeleted,
  onClose,
}: {
  connection: Named;
  onDeleted: () => void;
  onClose: () => void;
}): ReactNode {
  const remove = useDeleteConnection(id);
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      yes="Delete"
      saving={remove}
      fallback="The connection could not be deleted."
      onYes={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      onNo={onClose}
    >
      Its tags and their points are kept. Its secrets and its log are deleted.
    </ConfirmDialog>
  );
}
