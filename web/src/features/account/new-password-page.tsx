import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useSession } from '../../shared/session/session-context.tsx';
import { useRenewSession } from './api/use-renew-session.ts';
import { OnlyPage } from './only-page.tsx';
import { PasswordForm } from './password-form.tsx';

/** The only page for a user whose password was set by another user. */
export function NewPasswordPage(): ReactNode {
  const { user } = useSession();
  // After the change, the session has full access, and the guard redirects.
  const goOn = useRenewSession();
  return (
    <OnlyPage title="Choose a password">
      <Typography>Someone else set your password. Choose a new one to continue.</Typography>
      <PasswordForm user={user} onChanged={goOn} />
    </OnlyPage>
  );
}
