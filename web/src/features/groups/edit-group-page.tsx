import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { Group } from '@twinward/contracts/access/group';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useDeleteGroup, useGroup } from './api/groups.ts';
import { useUserNames } from './api/principals.ts';
import { GroupForm } from './group-form.tsx';

export function EditGroupPage(): ReactNode {
  const { name = '' } = useParams();
  const found = useGroup(name);
  if (isUnknown(found.error)) return <UnknownRecord />;
  const isOwn = found.data?.standard === false;
  return (
    <Page
      title={name}
      breadcrumbs={[{ label: 'Groups', to: '/settings/groups' }]}
      state={found.data?.standard ? <Chip size="small" label="Standard" /> : null}
      actions={isOwn ? <DeleteGroup name={name} /> : null}
    >
      <Loaded query={found} rows={8} fallback="The group could not be loaded.">
        {(group) => <WithMembers key={group.name} group={group} />}
      </Loaded>
    </Page>
  );
}

function WithMembers({ group }: { group: Group }): ReactNode {
  const [ids] = useState(group.userIds);
  return (
    <Loaded query={useUserNames(ids)} rows={8} fallback="The members could not be loaded.">
      {(members) => <GroupForm group={group} members={members} onSaved={() => {}} />}
    </Loaded>
  );
}

function DeleteGroup({ name }: { name: string }): ReactNode {
  const navigate = useNavigate();
  const remove = useDeleteGroup(name);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Delete</Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Delete ${name}?`}
          yes="Delete"
          saving={remove}
          fallback="The group could not be deleted."
          onYes={() => remove.mutate(undefined, { onSuccess: () => void navigate('/settings/groups') })}
          onNo={() => setIsAsking(false)}
        >
          Members lose the rights that this group gives them.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
