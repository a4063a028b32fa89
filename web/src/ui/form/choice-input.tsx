import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import type { InputProps } from './input-props.ts';
import { Labelled } from './labelled.tsx';

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
  return (
    <Labelled label={label} hint={hint} error={error} required={required} disabled={disabled || readOnly}>
      {(id, below) => (
        <NativeSelect
          id={id}
          variant="outlined"
          input={<OutlinedInput size="small" />}
          {...(name === undefined ? {} : { name })}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
          {...(onBlur === undefined ? {} : { onBlur })}
          {...(ref === undefined ? {} : { inputRef: ref })}
          inputProps={{ 'aria-describedby': below }}
          sx={{ '& option': { bgcolor: 'background.paper' } }}
        >
          <option value="">{none}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Labelled>
  );
}
