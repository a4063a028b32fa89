import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { type ChosenTag, TagPicker } from '../../shared/pickers/tag-picker.tsx';
import { Labelled } from './labelled.tsx';

/** A field for the tag of a file with times and values. */
export function TagField({
  tag,
  error,
  onTag,
}: {
  tag: ChosenTag | null;
  error?: string | undefined;
  onTag(tag: ChosenTag | null): void;
}): ReactNode {
  return (
    <Labelled label="Tag" hint="The file has no tag column." error={error}>
      {(id) => (
        <TagPicker
          id={id}
          tag={tag}
          types={['data_point']}
          onTag={onTag}
          renderInput={(parameters) => <TextField {...parameters} error={error !== undefined} />}
        />
      )}
    </Labelled>
  );
}
