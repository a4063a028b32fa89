import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { protectionNewPath, trainPath } from '../../../shared/address/paths.ts';
import type { TwinProtection } from '../../../shared/protection/draft.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';

/** The editor's buttons. A new protection can only be saved. */
export function EditorActions({
  twinId,
  protection: { id, name, type },
  isSaving,
  onSimulate,
  onSave,
  onDelete,
}: {
  twinId: number;
  protection: TwinProtection;
  isSaving: boolean;
  onSimulate(): void;
  onSave(): Promise<void>;
  onDelete(): Promise<void>;
}): ReactNode {
  const [isDeleting, setIsDeleting] = useState(false);
  const isNew = id === 0;
  return (
    <>
      {isNew || type !== 'pattern' ? null : <PatternsLink id={id} />}
      {isNew ? null : <Button onClick={onSimulate}>Simulate</Button>}
      <Button variant="contained" loading={isSaving} onClick={() => void onSave()}>
        Save
      </Button>
      {isNew ? null : (
        <ActionsMenu
          label={`Actions for ${name}`}
          actions={[
            { label: 'Copy', to: protectionNewPath(twinId, id) },
            { label: 'Delete', onChoose: () => setIsDeleting(true) },
          ]}
        />
      )}
      {isDeleting ? (
        <ConfirmDialog
          title={`Delete ${name}?`}
          yes="Delete"
          no="Cancel"
          onYes={() => void onDelete()}
          onNo={() => setIsDeleting(false)}
        >
          Its excursions and level history are deleted too.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** Link to the training of a pattern protection. */
export const PatternsLink = ({ id }: { id: number }): ReactNode => (
  <Button component={Link} to={trainPath(id)}>
    Patterns
  </Button>
);
