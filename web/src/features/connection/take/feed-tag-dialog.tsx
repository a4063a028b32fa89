import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { type ChosenTag, TagPicker } from '../../../shared/pickers/tag-picker.tsx';
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
  const id = useId();
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
      <FormControl fullWidth>
        <FormLabel htmlFor={id} sx={{ mb: 1, fontSize: '0.8125rem' }}>
          Tag
        </FormLabel>
        <TagPicker
          id={id}
          tag={tag}
          types={['data_point']}
          renderInput={(parameters) => <TextField {...parameters} />}
          onTag={setTag}
        />
      </FormControl>
      <ScaleFields scale={scale} />
    </FormDialog>
  );
}
