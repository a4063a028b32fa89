import type { CreatedServiceAccount, ServiceAccount } from '@twinward/contracts/access/service-account';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useCreateServiceToken, useRevokeServiceAccount } from './api.ts';
import { lives, toEnd } from './service-account-words.ts';

const kept = [
  { value: '0', label: 'Revoke it now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
];

/** Creates a new token. The previous token stays valid for a while, so that programs can switch. */
export function RotateDialog({
  account: { id, name },
  onCreated,
  onClose,
}: {
  account: ServiceAccount;
  onCreated: (created: CreatedServiceAccount) => void;
  onClose: () => void;
}): ReactNode {
  const create = useCreateServiceToken(id);
  const form = useDraft({ life: '180', keepHours: '24' });
  const { life, keepHours } = form.draft;
  const createToken = () =>
    create.mutate({ expiresAt: toEnd(life), keepHours: Number(keepHours) }, { onSuccess: onCreated });
  return (
    <FormDialog
      title={`Create a new token for ${name}`}
      action="Create token"
      onSubmit={createToken}
      saving={create}
      fallback="The token could not be created."
      onClose={onClose}
    >
      <SelectField label="The new token expires after" choices={lives} {...form.text('life')} />
      <SelectField label="Keep the current token for" choices={kept} {...form.text('keepHours')} />
    </FormDialog>
  );
}

export function RevokeDialog({
  account: { id, name },
  onClose,
}: {
  account: ServiceAccount;
  onClose: () => void;
}): ReactNode {
  const revoke = useRevokeServiceAccount(id);
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      yes="Revoke"
      saving={revoke}
      fallback="The token could not be revoked."
      onYes={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onNo={onClose}
    >
      Programs that use the token are refused at once. The audit trail is kept.
    </ConfirmDialog>
  );
}
