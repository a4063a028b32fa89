import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { type ReactNode, useId, useState } from 'react';
import { useAssetSearch } from './api/assets.ts';

export type Place = { id: number; assetName: string };

/** The parent of an asset, searched by name or unique id; empty at the top level. */
export function ParentField({
  value,
  self,
  error,
  disabled = false,
  onChange,
}: {
  value: Place | null;
  /** The asset itself, which can't be its own parent; null for a new one. */
  self: number | null;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (place: Place | null) => void;
}): ReactNode {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const found = useAssetSearch(text === value?.assetName ? '' : text, isOpen);
  const below = error ?? 'Leave empty for top level.';
  return (
    <FormControl fullWidth error={error !== undefined}>
      <FormLabel htmlFor={id} sx={{ mb: 1, fontSize: '0.8125rem' }}>
        Parent location
      </FormLabel>
      <Autocomplete<Place & { uniqueId?: string }>
        id={id}
        size="small"
        disabled={disabled}
        value={value}
        options={(found.data?.records ?? []).filter((asset) => asset.id !== self)}
        loading={found.isFetching}
        // The server has already filtered.
        filterOptions={(options) => options}
        getOptionLabel={({ assetName }) => assetName}
        getOptionKey={(option) => option.id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        noOptionsText="No asset of that name."
        open={isOpen}
        onOpen={() => setIsOpen(true)}
        onClose={() => setIsOpen(false)}
        onChange={(_, chosen) => onChange(chosen && { id: chosen.id, assetName: chosen.assetName })}
        onInputChange={(_, typed) => setText(typed)}
        renderOption={({ key, ...props }, option) => (
          <li key={key} {...props}>
            {option.assetName}
            {option.uniqueId === undefined ? '' : ` (${option.uniqueId})`}
          </li>
        )}
        renderInput={(input) => (
          <TextField
            {...input}
            slotProps={{
              ...input.slotProps,
              htmlInput: { ...input.slotProps.htmlInput, 'aria-describedby': `${id}-below` },
            }}
          />
        )}
      />
      <FormHelperText id={`${id}-below`}>{below}</FormHelperText>
    </FormControl>
  );
}
