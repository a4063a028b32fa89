import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useSecondFactors } from '../api/second-factor.ts';
import { useRenewSession } from '../api/use-renew-session.ts';
import { OnlyPage } from '../only-page.tsx';
import { AddFactors } from './add-factors.tsx';

/** The only page for a user without a required second factor. */
export function EnrolmentPage(): ReactNode {
  const factors = useSecondFactors();
  // With a second factor, the session has full access, and the guard redirects.
  const goOn = useRenewSession();
  return (
    <OnlyPage title="Set up a second factor">
      <Typography>
        You need a second factor: an app or passkey that confirms your sign-in. Set one up to continue.
      </Typography>
      <Loaded query={factors} rows={2} fallback="The second factors could not be loaded.">
        {(loaded) => <AddFactors factors={loaded} onDone={goOn} />}
      </Loaded>
    </OnlyPage>
  );
}
