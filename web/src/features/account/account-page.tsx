import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session/session-context.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { AppearanceChoice } from './appearance-choice.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';

/** What users set for themselves. */
export function AccountPage(): ReactNode {
  const { user } = useSession();
  return (
    <Page title="User settings">
      <Stack spacing={6}>
        <Section title="Profile">
          <ProfileForm user={user} />
        </Section>
        <Section title="Appearance">
          <AppearanceChoice />
        </Section>
        <Section title="Password">
          {user.external ? (
            <Typography sx={{ py: 2 }}>
              You sign in by your organization, which keeps your password.
            </Typography>
          ) : (
            <PasswordForm user={user} />
          )}
        </Section>
        <OwnSessions />
      </Stack>
    </Page>
  );
}
