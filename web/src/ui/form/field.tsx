import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import { Labelled } from './labelled.tsx';

interface FieldProps extends Omit<OutlinedInputProps, 'id' | 'error' | 'label'> {
  label: string;
  hint?: string | undefined;
  /** Replaces the hint. */
  error?: string | undefined;
}

/** A text field with its label above and a hint or error below. */
export function Field({ label, hint, error, required, ...input }: FieldProps): ReactNode {
  return (
    <Labelled label={label} hint={hint} error={error} required={required}>
      {(id, below) => <OutlinedInput {...input} id={id} size="small" aria-describedby={below} />}
    </Labelled>
  );
}
