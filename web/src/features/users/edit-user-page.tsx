import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useUserNamed } from './api/users.ts';
import { EndSessions } from './end-sessions.tsx';
import { ResetSecondFactor } from './reset-second-factor.tsx';
import { SignInDelay } from './sign-in-delay.tsx';
import { UserForm } from './user-form.tsx';
import { editUserPath } from './users-page.tsx';

export function EditUserPage(): ReactNode {
  const { username = '' } = useParams();
  const navigate = useNavigate();
  const found = useUserNamed(username);
  if (found.data === null) return <UnknownRecord />;
  return (
    <Page title={username} breadcrumbs={[{ label: 'Users', to: '/settings/users' }]}>
      <Loaded query={found} rows={8} fallback="The user could not be loaded.">
        {(user) =>
          user === null ? null : (
            <Stack spacing={6}>
              <SignInDelay user={user} />
              <UserForm
                key={user.id}
                user={user}
                timeZone={user.timeZone}
                onSaved={(saved) => {
                  if (saved.userName !== username)
                    void navigate(editUserPath(saved.userName), { replace: true });
                }}
              />
              {user.external ? null : <ResetSecondFactor user={user} />}
              <EndSessions user={user} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}
