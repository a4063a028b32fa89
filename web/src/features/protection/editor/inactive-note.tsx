import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type TwinProtection, toBody, toDraft } from '../../../shared/protection/draft.ts';
import { failureMessage } from '../../../ui/feedback/failure.ts';
import { useWriteProtection } from '../api/write-protection.ts';

/** Says that a saved protection is inactive, and activates it as it is saved. */
export function InactiveNote({
  protection,
  disabled,
}: {
  protection: TwinProtection;
  /** With unsaved changes: they would meet another version. */
  disabled: boolean;
}): ReactNode {
  const write = useWriteProtection(protection.twinId);
  const activate = useMutation({
    mutationFn: () => {
      const draft = { ...toDraft(protection), active: true };
      return write.update(protection.id, { ...toBody(draft, protection), version: protection.version });
    },
  });
  return (
    <Alert
      severity={activate.error ? 'error' : 'info'}
      variant="outlined"
      sx={{ mb: 3 }}
      action={
        <Button disabled={disabled} loading={activate.isPending} onClick={() => activate.mutate()}>
          Activate
        </Button>
      }
    >
      {activate.error
        ? failureMessage(activate.error, 'The protection could not be activated.')
        : disabled
          ? 'Inactive, not watching. Save the changes to activate it.'
          : 'Inactive, not watching'}
    </Alert>
  );
}
