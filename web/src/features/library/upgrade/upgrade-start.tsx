import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { type ReactNode, useState } from 'react';
import { usePreviewUpgrade } from '../../../shared/api/queries/use-preview-upgrade.ts';
import { versionText } from '../../../shared/library/version-text.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { useModelVersions } from '../api/models.ts';

/** Chooses the target version of the twins of a model. */
export function UpgradeStart({
  model,
  onStarted,
}: {
  model: TwinModel;
  onStarted(commandId: string): void;
}): ReactNode {
  const start = usePreviewUpgrade(model.id);
  const versions =
    useModelVersions(model.id).data?.records.filter(({ state }) => state === 'published') ?? [];
  const [versionId, setVersionId] = useState(model.versionId);
  const target = versions.find((version) => version.versionId === versionId);
  const count = model.twinCount - (target?.twinCount ?? 0);
  return (
    <Stack spacing={4} sx={{ maxWidth: 640, alignItems: 'start', '& > *': { width: 1 } }}>
      <Typography>
        Compares each twin of {model.name} with its current model version and the version you choose. Values
        changed on a twin are kept unless you choose otherwise. The preview changes nothing.
      </Typography>
      <Box sx={{ maxWidth: 320 }}>
        <SelectField
          label="Version"
          value={String(versionId)}
          choices={(versions.length === 0 ? [model] : versions).map((version) => ({
            value: String(version.versionId),
            label: `${versionText(version)}${version.versionId === model.versionId ? ', the newest' : ''}`,
          }))}
          onChange={(event) => setVersionId(Number(event.target.value))}
        />
      </Box>
      <Muted role="status">
        {count === 0
          ? `All twins are at version ${versionText(target ?? model)}.`
          : `${formatCount(count)} ${count === 1 ? 'twin is' : 'twins are'} at another version.`}
      </Muted>
      <ErrorState error={start.error} fallback="The preview could not be started." />
      <Box>
        <Button
          variant="contained"
          disabled={count === 0}
          loading={start.isPending}
          onClick={() => start.mutate({ versionId }, { onSuccess: ({ commandId }) => onStarted(commandId) })}
        >
          Preview
        </Button>
      </Box>
    </Stack>
  );
}
