import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { TwinProtection } from '../../../shared/protection/draft.ts';
import { failureMessage } from '../../../ui/feedback/failure.ts';
import { useActivateProtection } from '../api/activate-protection.ts';

/** A note that a saved protection is inactive, with a button that activates the saved version. */
export function InactiveNote({
  protection,
  disabled,
}: {
  protection: TwinProtection;
  /** Set with unsaved changes, since activation changes the version. */
  disabled: boolean;
}): ReactNode {
  const activate = useActivateProtection(protection.twinId);
  return (
    <Alert
      severity={activate.error ? 'error' : 'info'}
      variant="outlined"
      sx={{ mb: 3 }}
      action={
        <Button disabled={disabled} loading={activate.isPending} onClick={() => activate.mutate(protection)}>
          Activate
        </Button>
      }
    >
      {activate.error
        ? failureMessage(activate.error, 'The protection could not be activated.')
        : disabled
          ? 'Inactive: not evaluated. Save your changes to activate it.'
          : 'Inactive: not evaluated'}
    </Alert>
  );
}
