import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../shared/session/session-context.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useEndAllSessions } from './api/session-settings.ts';

/** Signs out all other users. */
export function EndAllSessions(): ReactNode {
  const { isAdmin } = useSession().user;
  const end = useEndAllSessions();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Stack spacing={3} sx={{ pt: 4, alignItems: 'flex-start' }}>
      {end.isSuccess ? <Typography role="status">{`Ended sessions: ${end.data.ended}.`}</Typography> : null}
      <Button variant="outlined" onClick={() => setIsAsking(true)}>
        End all sessions
      </Button>
      <ErrorState error={end.error} fallback="The sessions could not be ended." />
      {isAsking ? (
        <ConfirmDialog
          title="End all sessions"
          yes="End"
          busy={end.isPending}
          onYes={() => end.mutate(undefined, { onSettled: () => setIsAsking(false) })}
          onNo={() => setIsAsking(false)}
        >
          {isAdmin ? 'All other users are' : 'All other users but administrators are'} signed out everywhere
          and can sign in again. Wall displays keep running.
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}
