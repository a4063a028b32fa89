import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Field } from '../../../ui/form/field.tsx';

/** The form of one step of a dialog. Its button is at the bottom of the dialog and refers to the form by id. */
export function StepForm({
  id,
  onSubmit,
  error,
  children,
}: {
  id: string;
  onSubmit: () => void;
  /** An error that does not belong to a field. */
  error: unknown;
  children: ReactNode;
}): ReactNode {
  return (
    <Stack
      component="form"
      id={id}
      noValidate
      spacing={4}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <ErrorState error={error} fallback="The second factor could not be changed." />
    </Stack>
  );
}

/** A field to confirm the user's password. */
export function OwnPassword({
  error,
  registration,
  autoFocus = true,
}: {
  error: string | undefined;
  registration: UseFormRegisterReturn;
  autoFocus?: boolean;
}): ReactNode {
  return (
    <Field
      label="Your password"
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
      error={error}
      {...registration}
    />
  );
}
