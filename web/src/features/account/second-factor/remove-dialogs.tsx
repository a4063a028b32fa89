import type { Passkey } from '@twinward/contracts/access/second-factor';
import type { ReactNode } from 'react';
import { useRemovePasskey, useRemoveTotp } from '../api/second-factor.ts';
import { PasswordDialog } from './password-dialog.tsx';

export function RemoveTotpDialog({ onClose }: { onClose: () => void }): ReactNode {
  const remove = useRemoveTotp();
  return (
    <PasswordDialog
      title="Remove the authenticator app"
      yes="Remove"
      saving={remove}
      onConfirm={(body, onError) => remove.mutate(body, { onSuccess: onClose, onError })}
      onClose={onClose}
    >
      You can no longer sign in with its codes. If this is your only second factor, your recovery codes are
      deleted too.
    </PasswordDialog>
  );
}

export function RemovePasskeyDialog({
  passkey,
  onClose,
}: {
  passkey: Passkey;
  onClose: () => void;
}): ReactNode {
  const remove = useRemovePasskey(passkey.id);
  return (
    <PasswordDialog
      title={`Remove ${passkey.name}`}
      yes="Remove"
      saving={remove}
      onConfirm={(body, onError) => remove.mutate(body, { onSuccess: onClose, onError })}
      onClose={onClose}
    >
      You can no longer sign in with this passkey. If this is your only second factor, your recovery codes are
      deleted too.
    </PasswordDialog>
  );
}
