import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { useCancelEmailChange, useEmailChange } from './api/email-change.ts';

/** A notice while a new e-mail address waits for confirmation. */
export function EmailChangeNotice(): ReactNode {
  const change = useEmailChange();
  const cancel = useCancelEmailChange();
  if (!change.data) return null;
  return (
    <AlertBar
      severity={cancel.isError ? 'error' : 'info'}
      message={
        cancel.isError
          ? 'The change could not be canceled.'
          : `To use ${change.data.email}, open the link in the mail that we sent there.`
      }
      action={
        <Button color="inherit" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel change
        </Button>
      }
    />
  );
}
