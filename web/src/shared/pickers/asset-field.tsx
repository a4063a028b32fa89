import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { Labelled } from '../../ui/form/labelled.tsx';
import { useFoundEquipment } from '../api/queries/use-equipment.ts';

export type ChosenAsset = { id: number; assetName: string };

/** A field for one asset of any kind, searched by name or unique id. */
export function AssetField({
  label,
  hint,
  value,
  except = null,
  error,
  disabled = false,
  onChange,
}: {
  label: string;
  hint: string;
  value: ChosenAsset | null;
  /** The id of an asset that can't be chosen. */
  except?: number | null;
  error?: string | undefined;
  disabled?: boolean;
  onChange(asset: ChosenAsset | null): void;
}): ReactNode {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const found = useFoundEquipment(text === value?.assetName ? '' : text, true, isOpen);
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(id, below) => (
        <Autocomplete<ChosenAsset & { uniqueId?: string }>
          id={id}
          size="small"
          disabled={disabled}
          value={value}
          options={(found.data?.records ?? []).filter((asset) => asset.id !== except)}
          loading={found.isFetching}
          // The server has already filtered.
          filterOptions={(options) => options}
          getOptionLabel={({ assetName }) => assetName}
          getOptionKey={(option) => option.id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText="No asset with that name."
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
                htmlInput: { ...input.slotProps.htmlInput, 'aria-describedby': below },
              }}
            />
          )}
        />
      )}
    </Labelled>
  );
}
