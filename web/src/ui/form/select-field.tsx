import NativeSelect, { type NativeSelectProps } from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import { Labelled } from './labelled.tsx';

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
  return (
    <Labelled label={label} hint={hint} error={error} required={select.required}>
      {(id, below) => (
        <NativeSelect
          {...select}
          disabled={disabled || readOnly}
          id={id}
          variant="outlined"
          input={<OutlinedInput size="small" />}
          inputProps={{
            ...select.inputProps,
            'aria-describedby': below,
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
      )}
    </Labelled>
  );
}
