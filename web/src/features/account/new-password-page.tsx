import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useSession } from '../../shared/session/session-context.tsx';
import { LogoMark } from '../../ui/page/logo.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useRenewSession } from './api/use-renew-session.ts';
import { PasswordForm } from './password-form.tsx';

/** The only page for a user whose password was set by somebody else. */
export function NewPasswordPage(): ReactNode {
  const { user } = useSession();
  // With a password of their own the session has full rights, and the guard redirects.
  const goOn = useRenewSession();
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', px: 4, py: 6 }}>
      <Stack spacing={4} sx={{ width: 1, maxWidth: 440 }}>
        <Stack direction="row" spacing={3} sx={{ alignItems: 'center' }}>
          <LogoMark size={36} />
          <Typography variant="h1">Choose a password</Typography>
        </Stack>
        <Typography>
          Your password was set by somebody else. Choose one that only you know to go on.
        </Typography>
        <PasswordForm user={user} onChanged={goOn} />
        <TextLink to="/signout">Sign out</TextLink>
      </Stack>
    </Box>
  );
}
