import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../shared/session/session-context.tsx';
import { Page } from '../../ui/page/page.tsx';
import { UserForm } from './user-form.tsx';

export function AddUserPage(): ReactNode {
  const navigate = useNavigate();
  const { user } = useSession();
  return (
    <Page title="Add user" breadcrumbs={[{ label: 'Users', to: '/settings/users' }]}>
      <UserForm user={null} timeZone={user.timeZone} onSaved={() => void navigate('/settings/users')} />
    </Page>
  );
}
