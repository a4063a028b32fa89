import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import type { Saving } from '../../../ui/dialogs/saving.ts';
import { Field } from '../../../ui/form/field.tsx';

/** A dialog for one step of a change of second factors. */
export const StepDialog = ({
  saving,
  isShownAtFields,
  ...dialog
}: {
  title: string;
  /** Label of the button: a verb. */
  action: string;
  onSubmit: () => void;
  saving: Saving;
  /** Whether the fields show the error. */
  isShownAtFields: boolean;
  children: ReactNode;
  onClose: () => void;
}): ReactNode => (
  <FormDialog
    {...dialog}
    submitOnEnter
    saving={isShownAtFields ? { ...saving, error: null } : saving}
    fallback="The second factor could not be changed."
    spacing={4}
    py={0}
  />
);

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
