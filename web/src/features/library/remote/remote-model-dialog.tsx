import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import type { RemoteModel } from '@twinward/contracts/library/remote';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { modelPath } from '../../../shared/address/library-paths.ts';
import { versionText } from '../../../shared/library/version-text.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useRemoteModel, useTakeRemoteModel } from '../api/remote-models.ts';

const parts: readonly { title: string; of(definition: ModelDefinition): readonly { name: string }[] }[] = [
  { title: 'Parameters', of: ({ parameters }) => parameters },
  { title: 'Inputs', of: ({ tagAliases }) => tagAliases },
  { title: 'Calculated tags', of: ({ tags }) => tags },
  { title: 'Failure modes', of: ({ failureModes }) => failureModes },
  { title: 'Activities', of: ({ activities }) => activities },
  { title: 'Protections', of: ({ indicators }) => indicators },
];

/** Shows the content of a shared model before it is imported or updated. */
export function RemoteModelDialog({
  connectionId,
  model,
  onClose,
}: {
  connectionId: number;
  model: RemoteModel;
  onClose(): void;
}): ReactNode {
  const preview = useRemoteModel(connectionId, model.id);
  const take = useTakeRemoteModel(connectionId);
  const navigate = useNavigate();
  return (
    <AppDialog
      title={`${model.name} ${versionText(model)}`}
      busy={take.isPending}
      onClose={onClose}
      actions={
        <>
          {model.takenAs === null ? null : (
            <Button component={Link} to={modelPath(model.takenAs)}>
              Open model
            </Button>
          )}
          {model.state === 'current' ? null : (
            <Button
              variant="contained"
              disabled={preview.data === undefined}
              onClick={() => take.mutate(model.id, { onSuccess: ({ id }) => navigate(modelPath(id)) })}
            >
              {model.state === 'new' ? 'Import' : 'Update'}
            </Button>
          )}
        </>
      }
    >
      {take.error ? <AlertBar severity="error" message={take.error.message} /> : null}
      <Loaded query={preview} fallback="The model could not be loaded.">
        {({ description, notes, definition }) => (
          <Stack spacing={2}>
            {description ? <Typography variant="body2">{description}</Typography> : null}
            {notes ? (
              <Typography variant="body2" color="text.secondary">
                {notes}
              </Typography>
            ) : null}
            {model.state === 'newer' ? (
              <Typography variant="body2">
                The new version is added to your model. Twins do not change until you upgrade them.
              </Typography>
            ) : null}
            {parts.map(({ title, of }) => {
              const names = of(definition).map(({ name }) => name);
              return (
                <div key={title}>
                  <Typography variant="subtitle2" component="h3">
                    {title}
                  </Typography>
                  <Typography variant="body2">{names.join(', ') || 'None'}</Typography>
                </div>
              );
            })}
          </Stack>
        )}
      </Loaded>
    </AppDialog>
  );
}
