import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { LogoMark } from '../../../ui/page/logo.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { useSecondFactors } from '../api/second-factor.ts';
import { useRenewSession } from '../api/use-renew-session.ts';
import { AddFactors } from './add-factors.tsx';

/** The only page for a user without a required second factor. */
export function EnrolmentPage(): ReactNode {
  const factors = useSecondFactors();
  // With a factor the session has full rights, and the guard redirects.
  const goOn = useRenewSession();
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', px: 4, py: 6 }}>
      <Stack spacing={4} sx={{ width: 1, maxWidth: 440 }}>
        <Stack direction="row" spacing={3} sx={{ alignItems: 'center' }}>
          <LogoMark size={36} />
          <Typography variant="h1">Set up a second factor</Typography>
        </Stack>
        <Typography>
          You need a second factor here: something you have, asked for after your password. Set one up to go
          on.
        </Typography>
        <Loaded query={factors} rows={2} fallback="The second factors could not be loaded.">
          {(loaded) => <AddFactors factors={loaded} onDone={goOn} />}
        </Loaded>
        <TextLink to="/signout">Sign out</TextLink>
      </Stack>
    </Box>
  );
}
