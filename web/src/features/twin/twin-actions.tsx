import Button from '@mui/material/Button';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { newModelPath } from '../../shared/address/library-paths.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { ImportButton } from '../../shared/import/import-button.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { useDeleteTwin, useSetTwinsActive } from './api/write-twin.ts';
import { CopyTwinDialog } from './copy/copy-twin-dialog.tsx';
import { EditTwinDialog } from './edit-twin-dialog.tsx';

type Open = 'edit' | 'copy' | 'delete' | null;

/** The actions menu of a twin. */
export function TwinActions({ twin }: { twin: Twin }): ReactNode {
  const mayWrite = useAccess('write:twin');
  const mayCreateModels = useAccess('write:library-model');
  const switching = useSetTwinsActive();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const switchActive = () => switching.mutate({ twinIds: [twin.id], active: !twin.active });
  const switchLabel = twin.active ? 'Deactivate' : 'Activate';
  const newModel = newModelPath({ twinId: twin.id, name: twin.assetName });
  usePageCommands([
    ...(mayWrite
      ? [
          { title: `Edit ${twin.assetName}`, run: () => setOpen('edit') },
          { title: `${switchLabel} ${twin.assetName}`, run: switchActive },
          { title: `Copy ${twin.assetName} to assets`, run: () => setOpen('copy') },
        ]
      : []),
    ...(mayCreateModels ? [{ title: `Create a model of ${twin.assetName}`, to: newModel }] : []),
  ]);
  const modelActions = mayCreateModels ? [{ label: 'Create a model of this twin', to: newModel }] : [];
  return (
    <>
      <ImportButton />
      {mayWrite ? (
        <>
          <Button variant="contained" onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <ActionsMenu
            label={`Actions for ${twin.assetName}`}
            actions={[
              {
                label: switchLabel,
                disabled: switching.isPending,
                onChoose: switchActive,
              },
              { label: 'Copy to assets', onChoose: () => setOpen('copy') },
              ...modelActions,
              { label: 'Delete', onChoose: () => setOpen('delete') },
            ]}
          />
        </>
      ) : (
        <ActionsMenu label={`Actions for ${twin.assetName}`} actions={modelActions} />
      )}
      {open === 'edit' ? <EditTwinDialog twin={twin} onClose={close} /> : null}
      {open === 'copy' ? <CopyTwinDialog twin={twin} onClose={close} /> : null}
      {open === 'delete' ? <DeleteTwin twin={twin} onClose={close} /> : null}
    </>
  );
}

function DeleteTwin({ twin, onClose }: { twin: Twin; onClose(): void }): ReactNode {
  const navigate = useNavigate();
  const remove = useDeleteTwin(twin.id);
  return (
    <ConfirmDialog
      title={`Delete the twin of ${twin.assetName}?`}
      yes="Delete"
      width={400}
      saving={remove}
      fallback="The twin could not be deleted."
      onYes={() => remove.mutate(undefined, { onSuccess: () => void navigate('/apps/twins') })}
      onNo={onClose}
    >
      Its inputs, protections with their excursions, failure modes and activities are deleted. The asset, its
      tags and their points stay.
    </ConfirmDialog>
  );
}
