import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import { type ReactNode, useId } from 'react';
import { FieldLabel } from './field-label.tsx';

/** An input with its label above, and a hint or error below. */
export function Labelled({
  label,
  hint,
  error,
  required = false,
  disabled = false,
  children,
}: {
  label: string;
  hint?: string | undefined;
  /** Replaces the hint. */
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean;
  /** @param id of the input @param below id of the text below; undefined without one */
  children(id: string, below: string | undefined): ReactNode;
}): ReactNode {
  const id = useId();
  const below = error ?? hint;
  const belowId = below === undefined ? undefined : `${id}-below`;
  return (
    <FormControl fullWidth error={error !== undefined} required={required} disabled={disabled}>
      <FieldLabel htmlFor={id} required={required}>
        {label}
      </FieldLabel>
      {children(id, belowId)}
      {belowId === undefined ? null : <FormHelperText id={belowId}>{below}</FormHelperText>}
    </FormControl>
  );
}
