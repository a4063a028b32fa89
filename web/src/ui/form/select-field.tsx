import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import NativeSelect, { type NativeSelectProps } from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';

/** A choice among a few options; a native select, which works well on a phone. */
export function SelectField({
  label,
  choices,
  ...select
}: {
  label: string;
  choices: readonly { value: string; label: string }[];
} & Omit<NativeSelectProps, 'variant' | 'input' | 'id'>): ReactNode {
  const id = useId();
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id} sx={{ mb: 1, fontSize: '0.8125rem' }}>
        {label}
      </FormLabel>
      <NativeSelect
        {...select}
        id={id}
        variant="outlined"
        input={<OutlinedInput size="small" />}
        sx={{ '& option': { bgcolor: 'background.paper' } }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </NativeSelect>
    </FormControl>
  );
}
