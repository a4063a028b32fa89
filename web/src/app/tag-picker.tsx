import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete';
import type { TagSummary } from '@twinward/contracts/tag';
import { type ReactNode, useState } from 'react';
import { useTagSearch } from './queries/use-tag-search.ts';

export type ChosenTag = Pick<TagSummary, 'id' | 'name'>;

/** A tag, found by a part of its name. */
export function TagPicker({
  id,
  tag,
  types,
  readOnly = false,
  renderInput,
  onTag,
}: {
  id?: string;
  tag: ChosenTag | null;
  /** The types of tag to choose from. */
  types: readonly TagSummary['type'][];
  readOnly?: boolean;
  renderInput: AutocompleteProps<ChosenTag, false, false, false>['renderInput'];
  onTag(tag: ChosenTag | null): void;
}): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const found = useTagSearch(text === tag?.name ? '' : text, types, isOpen);
  return (
    <Autocomplete<ChosenTag>
      {...(id === undefined ? {} : { id })}
      size="small"
      value={tag}
      readOnly={readOnly}
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
      onChange={(_, chosen) => onTag(chosen && { id: chosen.id, name: chosen.name })}
      onInputChange={(_, typed) => setText(typed)}
      renderInput={renderInput}
    />
  );
}
