import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Page } from '../../ui/page/page.tsx';
import { GroupForm } from './group-form.tsx';

export function AddGroupPage(): ReactNode {
  const navigate = useNavigate();
  return (
    <Page title="Add group" breadcrumbs={[{ label: 'Groups', to: '/settings/groups' }]}>
      <GroupForm group={null} members={[]} onSaved={() => void navigate('/settings/groups')} />
    </Page>
  );
}
