import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../../shared/form/field-errors.ts';
import type { Saving } from '../../../ui/dialogs/saving.ts';
import { OwnPassword, StepDialog } from './step-dialog.tsx';

/** Asks for the password before an action. */
export function PasswordDialog({
  title,
  children,
  yes,
  saving,
  onConfirm,
  onClose,
}: {
  title: string;
  /** The consequence of the action. */
  children: ReactNode;
  /** Label of the button: a verb. */
  yes: string;
  saving: Saving;
  onConfirm: (password: { password: string }, onError: (error: unknown) => void) => void;
  onClose: () => void;
}): ReactNode {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: '' } });
  const { errors } = formState;
  const submit = handleSubmit((values) =>
    onConfirm(values, (failure) => showFieldErrors(failure, ['password'], setError)),
  );
  return (
    <StepDialog
      title={title}
      action={yes}
      onSubmit={() => void submit()}
      saving={saving}
      isShownAtFields={errors.password !== undefined}
      onClose={onClose}
    >
      <Typography>{children}</Typography>
      <OwnPassword
        error={errors.password?.message}
        registration={register('password', { required: 'Required.' })}
      />
    </StepDialog>
  );
}
