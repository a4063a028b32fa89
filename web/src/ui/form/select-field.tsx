import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import NativeSelect, { type NativeSelectProps } from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';
import { FieldLabel } from './field-label.tsx';

/** A native select with label, hint and error. */
export function SelectField({
  label,
  choices,
  hint,
  error,
  readOnly = false,
  disabled = false,
  ...select
}: {
  label: string;
  choices: readonly { value: string; label: string }[];
  hint?: string | undefined;
  /** Replaces the hint. */
  error?: string | undefined;
  /** Same as `disabled`: a native select cannot be read-only. */
  readOnly?: boolean;
} & Omit<NativeSelectProps, 'variant' | 'input' | 'id' | 'error'>): ReactNode {
  const id = useId();
  const below = error ?? hint;
  return (
    <FormControl fullWidth error={error !== undefined}>
      <FieldLabel htmlFor={id} required={select.required}>
        {label}
      </FieldLabel>
      <NativeSelect
        {...select}
        disabled={disabled || readOnly}
        id={id}
        variant="outlined"
        input={<OutlinedInput size="small" />}
        inputProps={{
          ...select.inputProps,
          ...(below === undefined ? {} : { 'aria-describedby': `${id}-below` }),
          ...(error === undefined ? {} : { 'aria-invalid': true }),
        }}
        sx={{ '& option': { bgcolor: 'background.paper' } }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </NativeSelect>
      {below === undefined ? null : <FormHelperText id={`${id}-below`}>{below}</FormHelperText>}
    </FormControl>
  );
}
