import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import type { Asset } from '@twinward/contracts/assets/asset';
import { type ReactNode, useId, useState } from 'react';
import { usePaused } from '../../ui/form/use-paused.ts';
import { useFoundEquipment } from '../api/queries/use-equipment.ts';

/** A multiple choice of equipment, or of any assets, searched by name or id. */
export function EquipmentPicker({
  value,
  anyAsset = false,
  hint = 'Equipment, by name or id',
  onChange,
}: {
  value: readonly Asset[];
  /** Whether sites, areas and the like can be chosen too. */
  anyAsset?: boolean;
  hint?: string;
  onChange(value: Asset[]): void;
}): ReactNode {
  const id = useId();
  const [text, setText] = useState('');
  const found = useFoundEquipment(usePaused(text.trim(), 100), anyAsset);
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id} sx={{ mb: 1, fontSize: '0.8125rem' }}>
        Assets
      </FormLabel>
      <Autocomplete
        multiple
        disableCloseOnSelect
        id={id}
        size="small"
        value={[...value]}
        options={found.data?.records ?? []}
        loading={found.isFetching}
        // The server has already filtered.
        filterOptions={(options) => options}
        getOptionLabel={nameOf}
        getOptionKey={(asset) => asset.id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        noOptionsText={anyAsset ? 'No asset of that name.' : 'No equipment of that name.'}
        onChange={(_, next) => onChange(next)}
        inputValue={text}
        // Memoized: a new array per render would count as a new value and clear the typed text.
        onInputChange={(_, typed, reason) => {
          if (reason !== 'reset') setText(typed);
        }}
        renderInput={(parameters) => <TextField {...parameters} />}
      />
      <FormHelperText>{hint}</FormHelperText>
    </FormControl>
  );
}

const nameOf = ({ assetName, uniqueId }: Asset): string => `${assetName} (${uniqueId})`;
