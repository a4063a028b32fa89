import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { protectionNewPath } from '../../../shared/address/paths.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';
import type { EditedProtection } from './draft.ts';

/** The editor's buttons. A new protection can only be saved. */
export function EditorActions({
  twinId,
  protection: { id, name },
  isSaving,
  onSimulate,
  onSave,
  onDelete,
}: {
  twinId: number;
  protection: EditedProtection;
  isSaving: boolean;
  onSimulate(): void;
  onSave(): Promise<void>;
  onDelete(): Promise<void>;
}): ReactNode {
  const [isDeleting, setIsDeleting] = useState(false);
  const isNew = id === 0;
  return (
    <>
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
          no="Keep"
          onYes={() => void onDelete()}
          onNo={() => setIsDeleting(false)}
        >
          Its excursions and the history of its level go with it.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
