import Button from '@mui/material/Button';
import type { ManagedUser } from '@twinward/contracts/access/user';
import type { ReactNode } from 'react';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { Time } from '../../ui/format/time.tsx';
import { useUnlockUser } from './api/users.ts';

/** Shows that a user's sign-in is delayed after failed attempts, with a button to end the delay. */
export function SignInDelay({ user }: { user: ManagedUser }): ReactNode {
  const unlock = useUnlockUser(user.id);
  if (user.signInDelayedUntil === null) return null;
  return (
    <AlertBar
      severity={unlock.isError ? 'error' : 'warning'}
      message={
        unlock.isError ? (
          'The user could not be unlocked.'
        ) : (
          <>
            Too many failed attempts. Sign-in from some addresses is blocked until{' '}
            <Time value={user.signInDelayedUntil} />.
          </>
        )
      }
      action={
        <Button color="inherit" disabled={unlock.isPending} onClick={() => unlock.mutate()}>
          Unlock
        </Button>
      }
    />
  );
}
