import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { type ChosenTag, TagPicker } from '../../../shared/pickers/tag-picker.tsx';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
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
    <AppDialog
      title="Feed an existing tag"
      busy={take.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="contained"
            disabled={tag === null || scale.problem !== null}
            onClick={() => {
              if (tag === null) return;
              const taken = { source, tagId: tag.id, factor: scale.factor ?? 1, offset: scale.offset ?? 0 };
              take.mutate([taken], { onSuccess: () => onFed(tag) });
            }}
          >
            Feed tag
          </Button>
        </>
      }
    >
      <Stack spacing={3}>
        <ErrorState error={take.error} fallback="The tag could not be fed." />
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
      </Stack>
    </AppDialog>
  );
}
