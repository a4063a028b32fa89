import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
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
    <FormDialog
      title="Scale values"
      action="Scale"
      onSubmit={() =>
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
      disabled={scale.problem !== null}
      saving={take}
      fallback="The values could not be scaled."
      errorFirst
      py={0}
      onClose={onClose}
    >
      <Typography>
        {feeds.length === 1 ? 'New values of 1 tag' : `New values of ${formatCount(feeds.length)} tags`} are
        scaled from now on. Stored points do not change.
      </Typography>
      <ScaleFields scale={scale} />
    </FormDialog>
  );
}
