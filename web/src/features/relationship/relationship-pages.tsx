import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { Relationship } from '@twinward/contracts/records/relationship';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { useRecordTypes } from '../../shared/api/queries/use-record-types.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useDeleteRelationship, useRelationship } from './api.ts';
import { RelationshipFacts } from './relationship-facts.tsx';
import { RelationshipForm } from './relationship-form.tsx';
import { editRelationshipPath, relationshipsPath } from './relationship-texts.ts';

const breadcrumbs = [{ label: 'Relationships', to: relationshipsPath }];

export function AddRelationshipPage(): ReactNode {
  const navigate = useNavigate();
  return (
    <Page title="Add relationship" breadcrumbs={breadcrumbs}>
      <WithForm
        relationship={null}
        onSaved={(saved) => void navigate(editRelationshipPath(saved.name), { replace: true })}
      />
    </Page>
  );
}

export function EditRelationshipPage(): ReactNode {
  const { name = '' } = useParams();
  const found = useRelationship(name);
  if (isUnknown(found.error)) return <UnknownRecord />;
  return (
    <Page
      title={found.data?.caption ?? ''}
      breadcrumbs={breadcrumbs}
      state={found.data?.standard ? <Chip size="small" label="Standard" /> : null}
      actions={found.data?.standard === false ? <DeleteRelationship relationship={found.data} /> : null}
    >
      <Loaded query={found} rows={10} fallback="The relationship could not be loaded.">
        {(relationship) =>
          relationship.standard ? (
            <RelationshipFacts relationship={relationship} />
          ) : (
            <WithForm key={relationship.name} relationship={relationship} onSaved={() => {}} />
          )
        }
      </Loaded>
    </Page>
  );
}

function WithForm({
  relationship,
  onSaved,
}: {
  relationship: Relationship | null;
  onSaved: (saved: Relationship) => void;
}): ReactNode {
  const [began] = useState(relationship);
  return (
    <Loaded query={useRecordTypes()} rows={10} fallback="The record types could not be loaded.">
      {({ records }) => <RelationshipForm relationship={began} types={records} onSaved={onSaved} />}
    </Loaded>
  );
}

function DeleteRelationship({ relationship }: { relationship: Relationship }): ReactNode {
  const navigate = useNavigate();
  const remove = useDeleteRelationship(relationship.name);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Delete</Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Delete ${relationship.caption}?`}
          yes="Delete"
          saving={remove}
          fallback="The relationship could not be deleted."
          onYes={() => remove.mutate(undefined, { onSuccess: () => void navigate(relationshipsPath) })}
          onNo={() => setIsAsking(false)}
        >
          A relationship can be deleted only if it has no links.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
