import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../../shared/form/field-errors.ts';
import { Field } from '../../../ui/form/field.tsx';
import { lazyComponent } from '../../../ui/page/lazy-component.tsx';
import { useConfirmTotp, useStartTotp } from '../api/second-factor.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { OwnPassword, StepDialog } from './step-dialog.tsx';

const QrCode = lazyComponent(async () => (await import('./qr-code.tsx')).default);
const title = 'Authenticator app';
const required = { required: 'Required.' };

/** Adds an authenticator app: the password, then a code from the app, then recovery codes for a first factor. */
export function TotpDialog({ onClose }: { onClose: () => void }): ReactNode {
  const start = useStartTotp();
  const confirm = useConfirmTotp();
  const codes = confirm.data?.recoveryCodes;
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return start.data === undefined ? (
    <PasswordStep start={start} onClose={onClose} />
  ) : (
    <CodeStep {...start.data} confirm={confirm} onClose={onClose} />
  );
}

function PasswordStep({
  start,
  onClose,
}: {
  start: ReturnType<typeof useStartTotp>;
  onClose: () => void;
}): ReactNode {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: '' } });
  const { errors } = formState;
  const submit = handleSubmit((values) =>
    start.mutate(values, { onError: (error) => showFieldErrors(error, ['password'], setError) }),
  );
  return (
    <StepDialog
      title={title}
      action="Continue"
      onSubmit={() => void submit()}
      saving={start}
      isShownAtFields={errors.password !== undefined}
      onClose={onClose}
    >
      <Typography>
        An app on your phone shows a 6-digit code that changes every 30 seconds. When you sign in, enter it
        after your password.
      </Typography>
      <OwnPassword error={errors.password?.message} registration={register('password', required)} />
    </StepDialog>
  );
}

function CodeStep({
  challenge,
  secret,
  uri,
  confirm,
  onClose,
}: {
  challenge: string;
  secret: string;
  uri: string;
  confirm: ReturnType<typeof useConfirmTotp>;
  onClose: () => void;
}): ReactNode {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { code: '' } });
  const { errors } = formState;
  const submit = handleSubmit(({ code }) =>
    confirm.mutate(
      { challenge, code },
      {
        onSuccess: ({ recoveryCodes }) => (recoveryCodes === null ? onClose() : undefined),
        onError: (error) => showFieldErrors(error, ['code'], setError),
      },
    ),
  );
  return (
    <StepDialog
      title={title}
      action="Add app"
      onSubmit={() => void submit()}
      saving={confirm}
      isShownAtFields={errors.code !== undefined}
      onClose={onClose}
    >
      <Typography>Scan this code with the app, or enter the key by hand.</Typography>
      <Suspense fallback={<Skeleton variant="rounded" width={200} height={200} />}>
        <QrCode text={uri} label="QR code of the key" />
      </Suspense>
      <Field
        label="Key"
        readOnly
        multiline
        value={secret.match(/.{1,4}/g)?.join(' ')}
        sx={{ fontFamily: 'ui-monospace, monospace' }}
      />
      <Field
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        error={errors.code?.message}
        {...register('code', required)}
      />
    </StepDialog>
  );
}
