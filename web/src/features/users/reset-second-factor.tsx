import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ManagedUser } from '@twinward/contracts/access/user';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../shared/session/session-context.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useResetSecondFactor, useUserSecondFactor } from './api/second-factor.ts';

/** Resets a lost second factor of a user. */
export function ResetSecondFactor({ user }: { user: ManagedUser }): ReactNode {
  const { user: self } = useSession();
  const factor = useUserSecondFactor(user.id);
  const reset = useResetSecondFactor(user.id);
  const [isAsking, setIsAsking] = useState(false);
  const mayReset = user.id !== self.id && (!user.isAdmin || self.isAdmin);
  return (
    <Section title="Second factor">
      <Loaded query={factor} rows={1} fallback="The second factor could not be loaded.">
        {({ enrolled }) => (
          <Stack spacing={3} sx={{ pt: 2, alignItems: 'flex-start' }}>
            <Typography role="status">
              {reset.isSuccess
                ? 'The second factor is reset. The user signs in with the password only.'
                : enrolled
                  ? 'The user has a second factor.'
                  : 'The user has no second factor.'}
            </Typography>
            {enrolled && mayReset ? (
              <Button variant="outlined" onClick={() => setIsAsking(true)}>
                Reset second factor
              </Button>
            ) : null}
            <ErrorState error={reset.error} fallback="The second factor could not be reset." />
          </Stack>
        )}
      </Loaded>
      {isAsking ? (
        <ConfirmDialog
          title="Reset second factor"
          yes="Reset"
          width={400}
          busy={reset.isPending}
          onYes={() => reset.mutate(undefined, { onSettled: () => setIsAsking(false) })}
          onNo={() => setIsAsking(false)}
        >
          {user.userName} can then sign in with the password only, and is informed by mail. All sessions of
          the user end. First make sure that the request really comes from this user.
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}
