import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { Labelled } from '../../ui/form/labelled.tsx';

/** A multiple choice of records that the server finds by the typed text. */
export function SearchedPicker<Item extends { id: number }>({
  label,
  hint,
  noneText,
  value,
  text,
  options,
  loading,
  toName,
  onType,
  onChange,
}: {
  label: string;
  hint: string;
  /** Shown when nothing is found. */
  noneText: string;
  value: readonly Item[];
  text: string;
  /** The search results of the server. */
  options: readonly Item[];
  loading: boolean;
  toName(item: Item): string;
  onType(text: string): void;
  onChange(value: Item[]): void;
}): ReactNode {
  return (
    <Labelled label={label} hint={hint}>
      {(id) => (
        <Autocomplete
          multiple
          disableCloseOnSelect
          id={id}
          size="small"
          value={[...value]}
          options={options}
          loading={loading}
          // The server has already filtered.
          filterOptions={(found) => found}
          getOptionLabel={toName}
          getOptionKey={(item) => item.id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText={noneText}
          onChange={(_, next) => onChange(next)}
          inputValue={text}
          // A new array of values would clear the typed text.
          onInputChange={(_, typed, reason) => {
            if (reason !== 'reset') onType(typed);
          }}
          renderInput={(parameters) => <TextField {...parameters} />}
        />
      )}
    </Labelled>
  );
}
