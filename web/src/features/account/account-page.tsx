import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import type { User } from '@twinward/contracts/access/user';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAccess, useSession } from '../../shared/session/session-context.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { AppearanceChoice } from './appearance-choice.tsx';
import { NotificationChoice } from './notification-choice.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorSection } from './second-factor/second-factor-section.tsx';
import { UnitChoice } from './unit-choice.tsx';

/** The user's own settings. */
export function AccountPage(): ReactNode {
  const { user } = useSession();
  const [search] = useSearchParams();
  const tab = search.get('tab') === 'notifications' ? 'notifications' : 'account';
  return (
    <Page
      title="User settings"
      tabs={
        <Tabs value={tab} aria-label="User settings" sx={{ borderBottom: 1, borderColor: 'divider' }}>
          <Tab
            component={Link}
            to="/account"
            value="account"
            label="Account"
            sx={{ px: 0, mr: 5, minWidth: 0 }}
          />
          <Tab
            component={Link}
            to="/account?tab=notifications"
            value="notifications"
            label="Notifications"
            sx={{ px: 0, minWidth: 0 }}
          />
        </Tabs>
      }
    >
      {tab === 'notifications' ? <NotificationChoice /> : <Account user={user} />}
    </Page>
  );
}

function Account({ user }: { user: User }): ReactNode {
  const mayView = useAccess('apps');
  return (
    <Stack spacing={6}>
      <Section title="Profile">
        <ProfileForm user={user} />
      </Section>
      <Section title="Appearance">
        <AppearanceChoice />
      </Section>
      {mayView ? (
        <Section title="Units">
          <UnitChoice />
        </Section>
      ) : null}
      <Section title="Password">
        {user.external ? (
          <Typography sx={{ py: 2 }}>
            You sign in through your organization, which manages your password.
          </Typography>
        ) : (
          <PasswordForm user={user} />
        )}
      </Section>
      <Section title="Second factor">
        {user.external ? (
          <Typography sx={{ py: 2 }}>
            You sign in through your organization, which manages your second factor.
          </Typography>
        ) : (
          <SecondFactorSection />
        )}
      </Section>
      <OwnSessions />
    </Stack>
  );
}
