import TextField from '@mui/material/TextField';
import type { TagSummary } from '@twinward/contracts/signals/tag';
import type { ReactNode } from 'react';
import { Labelled } from '../../ui/form/labelled.tsx';
import { type ChosenTag, TagPicker } from './tag-picker.tsx';

/** A picker of a tag with its label above. */
export const TagField = ({
  hint,
  ...picker
}: {
  hint?: string;
  tag: ChosenTag | null;
  /** The tag types to choose from. */
  types: readonly TagSummary['type'][];
  onTag: (tag: ChosenTag | null) => void;
}): ReactNode => (
  <Labelled label="Tag" hint={hint}>
    {(id) => <TagPicker {...picker} id={id} renderInput={(parameters) => <TextField {...parameters} />} />}
  </Labelled>
);
