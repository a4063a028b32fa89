import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';
import { FieldLabel } from './field-label.tsx';

interface FieldProps extends Omit<OutlinedInputProps, 'id' | 'error' | 'label'> {
  label: string;
  hint?: string | undefined;
  /** Replaces the hint. */
  error?: string | undefined;
}

/** A text field with its label above and a hint or error below. */
export function Field({ label, hint, error, required, ...input }: FieldProps): ReactNode {
  const id = useId();
  const below = error ?? hint;
  return (
    <FormControl fullWidth error={error !== undefined} required={required ?? false}>
      <FieldLabel htmlFor={id} required={required}>
        {label}
      </FieldLabel>
      <OutlinedInput
        {...input}
        id={id}
        size="small"
        aria-describedby={below === undefined ? undefined : `${id}-below`}
      />
      {below === undefined ? null : <FormHelperText id={`${id}-below`}>{below}</FormHelperText>}
    </FormControl>
  );
}
