import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { TagSummary } from '@twinward/contracts/tag';
import { type ReactNode, useState } from 'react';
import { useTagSearch } from './api/use-tag-search.ts';
import { Labelled } from './labelled.tsx';

export type ChosenTag = Pick<TagSummary, 'id' | 'name'>;

/** The tag to which a file of times and values belongs. */
export function TagField({
  tag,
  error,
  onTag,
}: {
  tag: ChosenTag | null;
  error?: string | undefined;
  onTag(tag: ChosenTag | null): void;
}): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const found = useTagSearch(text === tag?.name ? '' : text, isOpen);
  return (
    <Labelled label="Tag" hint="The file names none." error={error}>
      {(id) => (
        <Autocomplete<ChosenTag>
          id={id}
          size="small"
          value={tag}
          options={found.data?.records ?? []}
          loading={found.isFetching}
          // The server has searched already.
          filterOptions={(options) => options}
          getOptionLabel={({ name }) => name}
          getOptionKey={(option) => option.id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText="No tag of that name."
          open={isOpen}
          onOpen={() => setIsOpen(true)}
          onClose={() => setIsOpen(false)}
          onChange={(_, chosen) => onTag(chosen)}
          onInputChange={(_, typed) => setText(typed)}
          renderInput={(parameters) => <TextField {...parameters} error={error !== undefined} />}
        />
      )}
    </Labelled>
  );
}
