import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';
import { FieldLabel } from './field-label.tsx';
import type { InputProps } from './input-props.ts';

/** A select field with a hint or error below. The value is null if nothing is selected. */
export function ChoiceInput({
  label,
  hint,
  error,
  disabled = false,
  readOnly = false,
  required = false,
  name,
  choices,
  value,
  none = '',
  onChange,
  onBlur,
  ref,
}: InputProps<string | null> & {
  choices: readonly { value: string; label: string }[];
  /** Label of the empty option. */
  none?: string;
}): ReactNode {
  const id = useId();
  const below = error ?? hint;
  return (
    <FormControl fullWidth error={error !== undefined} disabled={disabled || readOnly} required={required}>
      <FieldLabel htmlFor={id} required={required}>
        {label}
      </FieldLabel>
      <NativeSelect
        id={id}
        variant="outlined"
        input={<OutlinedInput size="small" />}
        {...(name === undefined ? {} : { name })}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        {...(onBlur === undefined ? {} : { onBlur })}
        {...(ref === undefined ? {} : { inputRef: ref })}
        inputProps={below === undefined ? {} : { 'aria-describedby': `${id}-below` }}
        sx={{ '& option': { bgcolor: 'background.paper' } }}
      >
        <option value="">{none}</option>
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
