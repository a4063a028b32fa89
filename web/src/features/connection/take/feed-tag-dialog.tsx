import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { TagField } from '../../../shared/pickers/tag-field.tsx';
import type { ChosenTag } from '../../../shared/pickers/tag-picker.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useTakeSources } from '../api/sources.ts';
import { ScaleFields, useScale } from './scale-fields.tsx';

/** Lets a source feed an existing tag. */
export function FeedTagDialog({
  connectionId,
  source,
  onFed,
  onClose,
}: {
  connectionId: number;
  source: string;
  onFed: (tag: ChosenTag) => void;
  onClose: () => void;
}): ReactNode {
  const take = useTakeSources(connectionId);
  const scale = useScale();
  const [tag, setTag] = useState<ChosenTag | null>(null);
  return (
    <FormDialog
      title="Feed an existing tag"
      action="Feed tag"
      onSubmit={() => {
        if (tag === null) return;
        const taken = { source, tagId: tag.id, factor: scale.factor ?? 1, offset: scale.offset ?? 0 };
        take.mutate([taken], { onSuccess: () => onFed(tag) });
      }}
      disabled={tag === null || scale.problem !== null}
      saving={take}
      fallback="The tag could not be fed."
      errorFirst
      py={0}
      onClose={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {`The points of ${source} are stored in this tag from now on. Existing points are kept.`}
      </Typography>
      <TagField tag={tag} types={['data_point']} onTag={setTag} />
      <ScaleFields scale={scale} />
    </FormDialog>
  );
}
