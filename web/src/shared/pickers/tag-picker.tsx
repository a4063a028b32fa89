import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import type { TagFound, TagSummary } from '@twinward/contracts/signals/tag';
import { unitText } from '@twinward/domain/unit-text';
import { type ReactNode, useState } from 'react';
import { Muted } from '../../ui/page/muted.tsx';
import { useTagSearch } from '../api/queries/use-tag-search.ts';

export type ChosenTag = Pick<TagSummary, 'id' | 'name'>;
type Option = ChosenTag & Partial<TagFound>;

/** A field for a tag, searched by words in its name, description, keywords or asset. Tags of the twin come first. */
export function TagPicker({
  id,
  tag,
  types,
  twinId,
  suggested = '',
  except,
  readOnly = false,
  renderInput,
  onTag,
}: {
  id?: string;
  tag: ChosenTag | null;
  /** The tag types to choose from. */
  types: readonly TagSummary['type'][];
  /** The twin whose asset's tags come first. */
  twinId?: number | undefined;
  /** Search text until the user types. */
  suggested?: string;
  /** A tag that cannot be chosen. */
  except?: number;
  readOnly?: boolean;
  renderInput: AutocompleteProps<Option, false, false, false>['renderInput'];
  onTag(tag: ChosenTag | null): void;
}): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const wanted = text === '' || text === tag?.name ? suggested : text;
  const found = useTagSearch(wanted, types, isOpen, twinId);
  return (
    <Autocomplete<Option>
      {...(id === undefined ? {} : { id })}
      size="small"
      value={tag}
      readOnly={readOnly}
      options={(found.data?.records ?? []).filter((option) => option.id !== except)}
      loading={found.isFetching}
      // The server has already filtered.
      filterOptions={(options) => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText="No such tag."
      renderOption={({ key, ...props }, option) => (
        <Box component="li" key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ overflowWrap: 'anywhere' }}>{option.name}</Box>
            <Muted sx={{ overflowWrap: 'anywhere' }}>{formatDetail(option)}</Muted>
          </Box>
        </Box>
      )}
      open={isOpen}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      onChange={(_, chosen) => onTag(chosen && { id: chosen.id, name: chosen.name })}
      onInputChange={(_, typed) => setText(typed)}
      renderInput={renderInput}
    />
  );
}

const formatDetail = ({ name, caption, unit, assetNames }: Option): string =>
  [caption === name ? null : caption, unitText(unit ?? null), assetNames].filter(Boolean).join(' · ');
