import Typography from '@mui/material/Typography';
import { confirmPasskey } from '@twinward/contracts/access/second-factor';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../../shared/form/field-errors.ts';
import { checked } from '../../../ui/form/checked.ts';
import { Field } from '../../../ui/form/field.tsx';
import { useAddPasskey } from '../api/second-factor.ts';
import { browserName } from '../browser-name.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { OwnPassword, StepDialog } from './step-dialog.tsx';

const nameRules = [schemaRule(confirmPasskey.body.shape.name)];

/** Adds a passkey: name and password, then the browser's dialog, then the recovery codes. */
export function PasskeyDialog({ onClose }: { onClose: () => void }): ReactNode {
  const add = useAddPasskey();
  const { register, handleSubmit, formState, setError } = useForm({
    mode: 'onTouched',
    defaultValues: { name: browserName(navigator.userAgent), password: '' },
  });
  const { errors } = formState;
  const submit = handleSubmit((values) =>
    add.mutate(values, {
      onSuccess: ({ recoveryCodes }) => (recoveryCodes === null ? onClose() : undefined),
      onError: (error) => showFieldErrors(error, ['name', 'password'], setError),
    }),
  );
  const codes = add.data?.recoveryCodes;
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <StepDialog
      title="Passkey"
      action="Add passkey"
      onSubmit={() => void submit()}
      saving={add}
      isShownAtFields={Object.keys(errors).length > 0}
      onClose={onClose}
    >
      <Typography>
        A passkey is stored on a security key, a phone or this device. The browser asks for it after your
        password.
      </Typography>
      <Field
        label="Name"
        hint="Helps you recognize this passkey."
        error={errors.name?.message}
        {...register('name', checked(nameRules))}
      />
      <OwnPassword
        error={errors.password?.message}
        registration={register('password', { required: 'Required.' })}
      />
    </StepDialog>
  );
}
