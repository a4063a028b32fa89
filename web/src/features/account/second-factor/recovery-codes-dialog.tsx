import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The last step of a dialog that creates recovery codes. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}): ReactNode {
  return (
    <AppDialog
      title="Recovery codes"
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </AppDialog>
  );
}
