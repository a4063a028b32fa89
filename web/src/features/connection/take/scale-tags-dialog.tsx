import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { useTakeSources } from '../api/sources.ts';
import { ScaleFields, useScale } from './scale-fields.tsx';

/** Scales the values of tags that a connection feeds. */
export function ScaleTagsDialog({
  connectionId,
  feeds,
  onScaled,
  onClose,
}: {
  connectionId: number;
  feeds: readonly { source: string; tagId: number }[];
  onScaled: () => void;
  onClose: () => void;
}): ReactNode {
  const take = useTakeSources(connectionId);
  const scale = useScale();
  const { factor, offset } = scale;
  return (
    <AppDialog
      title="Scale values"
      busy={take.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            loading={take.isPending}
            disabled={scale.problem !== null}
            onClick={() =>
              take.mutate(
                feeds.map(({ source, tagId }) => ({
                  source,
                  tagId,
                  factor: factor ?? 1,
                  offset: offset ?? 0,
                })),
                { onSuccess: onScaled },
              )
            }
          >
            Scale
          </Button>
        </>
      }
    >
      <Stack spacing={3}>
        <ErrorState error={take.error} fallback="The values could not be scaled." />
        <Typography>
          {feeds.length === 1 ? 'New values of 1 tag' : `New values of ${formatCount(feeds.length)} tags`} are
          scaled from now on. Stored points do not change.
        </Typography>
        <ScaleFields scale={scale} />
      </Stack>
    </AppDialog>
  );
}
