import Button from '@mui/material/Button';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { modelPath, modelsPath, placementPath, upgradePath } from '../../../shared/address/library-paths.ts';
import { usePageCommands } from '../../../shared/commands/page-commands.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { ActionsMenu } from '../../../ui/page/actions-menu.tsx';
import { useDeleteModel, useDiscardDraft, useUpdateModel } from '../api/models.ts';
import { NewModelDialog } from '../list/new-model-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { type ModelDraft, toChange } from './use-model-draft.ts';

type Open = 'publish' | 'copy' | 'discard' | 'retire' | 'delete' | null;

/** The buttons and menu of a model. */
export function ModelActions({ draft, newest }: { draft: ModelDraft; newest: TwinModel }): ReactNode {
  const { model } = draft;
  const navigate = useNavigate();
  const mayWriteTwins = useAccess('write:twin');
  const mayCreateModels = useAccess('write:library-model');
  const update = useUpdateModel(model.id);
  const [open, setOpen] = useState<Open>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const close = () => setOpen(null);
  const { draftVersionId } = newest;
  const hasDraft = draftVersionId !== null;
  const isPublished = newest.state === 'published';
  const mayPlace = mayWriteTwins && isPublished && newest.active;
  const mayUpgrade = mayWriteTwins && isPublished && newest.twinCount > 0;
  const mayPublish = hasDraft && model.mayEdit;
  usePageCommands([
    ...(mayPublish ? [{ title: `Publish ${model.name}`, run: () => setOpen('publish') }] : []),
    ...(mayPlace ? [{ title: `Apply ${model.name} to assets`, to: placementPath(model.id) }] : []),
    ...(mayUpgrade ? [{ title: `Upgrade twins of ${model.name}`, to: upgradePath(model.id) }] : []),
  ]);
  const reportFailure = (what: Promise<unknown>): void => {
    setFailure(null);
    what.catch(setFailure);
  };
  return (
    <>
      <ErrorState error={failure} fallback="The model could not be changed." />
      {mayPlace ? (
        <Button component={Link} to={placementPath(model.id)} variant={mayPublish ? 'outlined' : 'contained'}>
          Apply to assets
        </Button>
      ) : null}
      {mayPublish ? (
        <Button variant="contained" onClick={() => setOpen('publish')}>
          Publish
        </Button>
      ) : null}
      <ActionsMenu
        label={`Actions for ${model.name}`}
        actions={[
          ...(mayUpgrade
            ? [
                {
                  label:
                    newest.outdatedCount === 0
                      ? 'Upgrade twins'
                      : `Upgrade ${formatCount(newest.outdatedCount)} outdated twins`,
                  to: upgradePath(model.id),
                },
              ]
            : []),
          ...(!draft.readOnly && !hasDraft
            ? [
                {
                  label: 'New version',
                  onChoose: () => reportFailure(draft.edit((definition) => definition)),
                },
              ]
            : []),
          ...(mayCreateModels ? [{ label: 'Create a copy', onChoose: () => setOpen('copy') }] : []),
          ...(model.mayEdit && hasDraft && isPublished
            ? [{ label: 'Discard draft', onChoose: () => setOpen('discard') }]
            : []),
          ...(model.mayEdit && isPublished
            ? [
                newest.active
                  ? { label: 'Retire', onChoose: () => setOpen('retire') }
                  : {
                      label: 'Reactivate',
                      onChoose: () => reportFailure(update.mutateAsync({ ...toChange(model), active: true })),
                    },
              ]
            : []),
          ...(model.mayEdit ? [{ label: 'Delete', onChoose: () => setOpen('delete') }] : []),
        ]}
      />
      {open === 'publish' && hasDraft ? (
        <PublishDialog model={model} newest={newest} draftVersionId={draftVersionId} onClose={close} />
      ) : null}
      {open === 'copy' ? (
        <NewModelDialog
          from={{ kind: 'version', versionId: model.versionId }}
          name={`Copy of ${model.name}`}
          onClose={close}
        />
      ) : null}
      {open === 'discard' && hasDraft ? (
        <DiscardDialog
          model={model}
          draftVersionId={draftVersionId}
          onDone={() => void navigate(modelPath(model.id))}
          onClose={close}
        />
      ) : null}
      {open === 'retire' ? (
        <ConfirmDialog
          title={`Retire ${model.name}?`}
          yes="Retire"
          saving={update}
          fallback="The model could not be retired."
          onYes={() => update.mutate({ ...toChange(model), active: false }, { onSuccess: close })}
          onNo={close}
        >
          No new twins can be created from it. Existing twins stay and can still be upgraded.
        </ConfirmDialog>
      ) : null}
      {open === 'delete' ? (
        <DeleteDialog model={model} onDone={() => void navigate(modelsPath)} onClose={close} />
      ) : null}
    </>
  );
}

interface EndProps {
  model: TwinModel;
  onDone(): void;
  onClose(): void;
}

function DiscardDialog({
  model,
  draftVersionId,
  onDone,
  onClose,
}: EndProps & { draftVersionId: number }): ReactNode {
  const discard = useDiscardDraft(model.id, draftVersionId);
  return (
    <ConfirmDialog
      title="Discard the draft?"
      yes="Discard"
      saving={discard}
      fallback="The draft could not be discarded."
      onYes={() =>
        discard.mutate(undefined, {
          onSuccess: () => {
            onClose();
            onDone();
          },
        })
      }
      onNo={onClose}
    >
      All changes since the newest version will be lost.
    </ConfirmDialog>
  );
}

function DeleteDialog({ model, onDone, onClose }: EndProps): ReactNode {
  const remove = useDeleteModel(model.id);
  return (
    <ConfirmDialog
      title={`Delete ${model.name}?`}
      yes="Delete"
      saving={remove}
      fallback="The model could not be deleted."
      onYes={() => remove.mutate(undefined, { onSuccess: onDone })}
      onNo={onClose}
    >
      All its versions are deleted too. A model with twins cannot be deleted, only retired.
    </ConfirmDialog>
  );
}
