import Chip from '@mui/material/Chip';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { useRecordType } from '../../shared/api/queries/use-record-type.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useDeleteType, useTypeUse } from './api.ts';
import { NewTypeDialog } from './new-type-dialog.tsx';
import { TypeForm } from './type-form.tsx';
import { typesPath } from './type-words.ts';

/** `/settings/recordtypes/edit/{name}`: a record type with its fields and states. */
export function EditTypePage(): ReactNode {
  const { name = '' } = useParams();
  const found = useRecordType(name);
  const type = found.data;
  usePageCommands(
    type === undefined || type.isSystem
      ? []
      : [{ title: `Records: ${type.pluralCaption || type.caption}`, to: `/tools/records?type=${type.name}` }],
  );
  if (isUnknown(found.error)) return <UnknownRecord />;
  return (
    <Page
      title={type?.caption ?? ''}
      breadcrumbs={[{ label: 'Record types', to: typesPath }]}
      state={
        type ? (
          <>
            <Chip size="small" variant="outlined" label={type.name} />
            {type.isSystem ? <Chip size="small" label="System" /> : null}
            {type.deprecated ? <Chip size="small" variant="outlined" label="Deprecated" /> : null}
          </>
        ) : null
      }
      actions={type && !type.isSystem ? <TypeActions type={type} /> : null}
    >
      <Loaded query={found} rows={12} fallback="The record type could not be loaded.">
        {(loaded) => <TypeForm key={loaded.name} type={loaded} />}
      </Loaded>
    </Page>
  );
}

function TypeActions({ type }: { type: RecordType }): ReactNode {
  const navigate = useNavigate();
  const [shown, show] = useState<'copy' | 'delete' | null>(null);
  const removal = useDeleteType(type.name);
  const use = useTypeUse(type.name).data;
  const isUsed = use === undefined || use.records > 0 || use.references.length > 0;
  return (
    <>
      <ActionsMenu
        label={`Actions for ${type.caption}`}
        actions={[
          { label: 'Show records', to: `/tools/records?type=${encodeURIComponent(type.name)}` },
          { label: 'Copy', onChoose: () => show('copy') },
          { label: 'Delete', disabled: isUsed, onChoose: () => show('delete') },
        ]}
      />
      {shown === 'copy' ? <NewTypeDialog copied={type} onClose={() => show(null)} /> : null}
      {shown === 'delete' ? (
        <ConfirmDialog
          title={`Delete ${type.caption}?`}
          yes="Delete"
          saving={removal}
          fallback="The record type could not be deleted."
          onYes={() => removal.mutate(undefined, { onSuccess: () => void navigate(typesPath) })}
          onNo={() => show(null)}
        >
          The type has no records and no references.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
