import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ManagedUser } from '@twinward/contracts/access/user';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../shared/session/session-context.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useEndSessions } from './api/users.ts';

/** Ends the sessions of another user. */
export function EndSessions({ user }: { user: ManagedUser }): ReactNode {
  const { user: self } = useSession();
  const end = useEndSessions(user.id);
  const [isAsking, setIsAsking] = useState(false);
  if (user.id === self.id || (user.isAdmin && !self.isAdmin)) return null;
  return (
    <Section title="Sessions">
      <Stack spacing={3} sx={{ pt: 2, alignItems: 'flex-start' }}>
        {end.isSuccess ? <Typography role="status">The user is signed out everywhere.</Typography> : null}
        <Button variant="outlined" onClick={() => setIsAsking(true)}>
          End sessions
        </Button>
        <ErrorState error={end.error} fallback="The sessions could not be ended." />
      </Stack>
      {isAsking ? (
        <ConfirmDialog
          title="End sessions"
          yes="End"
          busy={end.isPending}
          onYes={() => end.mutate(undefined, { onSettled: () => setIsAsking(false) })}
          onNo={() => setIsAsking(false)}
        >
          {user.userName} is signed out everywhere and can sign in again.
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}
