import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../../shared/form/field-errors.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { OwnPassword, StepForm } from './step-form.tsx';

/** Asks for the password before an action. */
export function PasswordDialog({
  title,
  children,
  yes,
  error,
  busy,
  onConfirm,
  onClose,
}: {
  title: string;
  /** The consequence of the action. */
  children: ReactNode;
  /** Label of the button: a verb. */
  yes: string;
  error: unknown;
  busy: boolean;
  onConfirm: (password: { password: string }, onError: (error: unknown) => void) => void;
  onClose: () => void;
}): ReactNode {
  const id = useId();
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: '' } });
  const { errors } = formState;
  const submit = handleSubmit((values) =>
    onConfirm(values, (failure) => showFieldErrors(failure, ['password'], setError)),
  );
  return (
    <AppDialog
      title={title}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="contained">
            {yes}
          </Button>
        </>
      }
    >
      <StepForm id={id} onSubmit={() => void submit()} error={errors.password ? null : error}>
        <Typography>{children}</Typography>
        <OwnPassword
          error={errors.password?.message}
          registration={register('password', { required: 'Required.' })}
        />
      </StepForm>
    </AppDialog>
  );
}
