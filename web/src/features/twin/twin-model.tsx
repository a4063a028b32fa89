import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ModelOfTwin } from '@twinward/contracts/library/upgrade';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { modelPath, upgradePath } from '../../shared/address/library-paths.ts';
import { useModelOfTwin } from '../../shared/api/queries/use-model-of-twin.ts';
import { usePreviewUpgrade } from '../../shared/api/queries/use-preview-upgrade.ts';
import { DifferenceList } from '../../shared/library/difference-list.tsx';
import { versionText } from '../../shared/library/version-text.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

/** The model of a twin, its newer version, and changes on the twin. Renders nothing without a model. */
export function TwinModel({ twinId, name }: { twinId: number; name: string }): ReactNode {
  const { data: model } = useModelOfTwin(twinId);
  const [isOpen, setIsOpen] = useState(false);
  if (model === undefined || model === null) return null;
  const { modelId, modelName, current, newest, differences } = model;
  return (
    <Box sx={{ pb: 5 }}>
      <Section title="Model">
        <Stack sx={{ gap: 2, alignItems: 'start' }}>
          <Typography>
            <TextLink to={modelPath(modelId, current.versionId)}>{modelName}</TextLink> {versionText(current)}
          </Typography>
          {newest === null ? null : <Newer twinId={twinId} model={model} />}
          {differences.length === 0 ? (
            <Muted>The twin matches its model.</Muted>
          ) : (
            <Button onClick={() => setIsOpen(true)}>
              {differences.length === 1
                ? '1 part differs'
                : `${formatCount(differences.length)} parts differ`}{' '}
              from the model
            </Button>
          )}
        </Stack>
        {isOpen ? (
          <AppDialog title={`${name} and its model`} maxWidth="md" onClose={() => setIsOpen(false)}>
            <Muted sx={{ pt: 3 }}>
              Differences between version {versionText(current)} of {modelName} and this twin.
            </Muted>
            <DifferenceList differences={differences} none="The twin matches its model." />
          </AppDialog>
        ) : null}
      </Section>
    </Box>
  );
}

/** A note that a newer version exists, with a button that starts the upgrade of the twin. */
function Newer({ twinId, model: { modelId, newest } }: { twinId: number; model: ModelOfTwin }): ReactNode {
  const navigate = useNavigate();
  const mayWrite = useAccess('write:twin');
  const start = usePreviewUpgrade(modelId);
  if (newest === null) return null;
  return (
    <>
      <Alert
        severity="info"
        variant="outlined"
        action={
          mayWrite ? (
            <Button
              loading={start.isPending}
              onClick={() =>
                start.mutate(
                  { twinIds: [twinId] },
                  { onSuccess: ({ commandId }) => void navigate(upgradePath(modelId, commandId)) },
                )
              }
            >
              Upgrade
            </Button>
          ) : null
        }
      >
        Version {versionText(newest)} of its model is available.
        {newest.notes === '' ? null : <Box sx={{ whiteSpace: 'pre-wrap' }}>{newest.notes}</Box>}
      </Alert>
      <ErrorState error={start.error} fallback="The upgrade could not be started." />
    </>
  );
}
