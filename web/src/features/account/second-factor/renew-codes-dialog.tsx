import type { ReactNode } from 'react';
import { useRenewRecoveryCodes } from '../api/second-factor.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** Generates new recovery codes and shows them. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const renew = useRenewRecoveryCodes();
  if (renew.data) return <RecoveryCodesDialog codes={renew.data.recoveryCodes} onClose={onClose} />;
  return (
    <PasswordDialog
      title="Create new recovery codes"
      yes="Create new codes"
      saving={renew}
      onConfirm={(body, onError) => renew.mutate(body, { onError })}
      onClose={onClose}
    >
      Your current codes will stop working.
    </PasswordDialog>
  );
}
