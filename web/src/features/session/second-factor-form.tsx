import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { SecondFactorProof, SecondFactorStep } from '@twinward/contracts/access/second-factor';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../shared/api/api-error.ts';
import { passkeyObstacle, signByPasskey } from '../../shared/session/passkeys.ts';
import { signInWithSecondFactor } from '../../shared/session/session.ts';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { Field } from '../../ui/form/field.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { SignedOutForm } from './signed-out-form.tsx';

type CodeType = 'totp' | 'recovery-code';

/** The second step of a sign-in: a code from the authenticator app, a passkey, or a recovery code. */
export function SecondFactorForm({
  databaseName,
  step,
  onOver,
}: {
  databaseName: string;
  step: SecondFactorStep;
  /**
   * Returns to the first step.
   * @param because the message to show
   */
  onOver: (because?: string) => void;
}): ReactNode {
  const passkey = step.passkey !== null && passkeyObstacle(null) === null ? step.passkey : null;
  const [type, setType] = useState<CodeType | null>(
    step.totp ? 'totp' : passkey === null ? 'recovery-code' : null,
  );
  const [notice, setNotice] = useState<string>();
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null);
  const { register, handleSubmit, formState, resetField, setFocus } = useForm({
    defaultValues: { code: '' },
  });

  const complete = async (by: 'code' | 'passkey', proof: () => Promise<SecondFactorProof>): Promise<void> => {
    setNotice(undefined);
    setBusy(by);
    try {
      await signInWithSecondFactor(databaseName, step.challenge, await proof());
    } catch (error) {
      setBusy(null);
      const message = failureMessage(error, 'Sign-in failed');
      if (error instanceof ApiError && error.body.id === 'sign-in-failed') {
        onOver(message);
        return;
      }
      setNotice(message);
      if (by === 'code') {
        resetField('code');
        setFocus('code');
      }
    }
  };
  const byPasskey = (options: object) =>
    complete('passkey', async () => ({ type: 'passkey', assertion: await signByPasskey(options) }));
  const submit = handleSubmit(({ code }) =>
    type === null ? undefined : complete('code', async () => ({ type, code })),
  );
  const choose = (chosen: CodeType): void => {
    setNotice(undefined);
    resetField('code');
    setType(chosen);
  };

  return (
    <SignedOutForm title="Confirm it is you" onSubmit={() => void submit()}>
      {notice === undefined ? null : (
        <Alert severity="error" variant="outlined">
          {notice}
        </Alert>
      )}
      {type === null ? null : (
        <>
          <Field
            key={type}
            label={type === 'totp' ? 'Code of your authenticator app' : 'Recovery code'}
            hint={type === 'totp' ? undefined : 'One of the recovery codes that you saved. Each works once.'}
            autoComplete={type === 'totp' ? 'one-time-code' : 'off'}
            inputMode={type === 'totp' ? 'numeric' : 'text'}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            error={formState.errors.code?.message}
            {...register('code', { required: 'Required.' })}
          />
          <Button
            type="submit"
            variant="contained"
            size="medium"
            loading={busy === 'code'}
            disabled={busy !== null}
          >
            Sign in
          </Button>
        </>
      )}
      {passkey === null ? null : (
        <Button
          variant={type === null ? 'contained' : 'outlined'}
          size="medium"
          autoFocus={type === null}
          loading={busy === 'passkey'}
          disabled={busy !== null}
          onClick={() => void byPasskey(passkey)}
        >
          Use a passkey
        </Button>
      )}
      {step.passkey === null && !step.totp ? <Muted>Your passkeys don’t work at this address.</Muted> : null}
      {type !== 'totp' && step.totp ? (
        <Button onClick={() => choose('totp')}>Use the authenticator app</Button>
      ) : null}
      {type === 'recovery-code' ? null : (
        <Button onClick={() => choose('recovery-code')}>Use a recovery code</Button>
      )}
      <Button onClick={() => onOver()}>Back to sign-in</Button>
    </SignedOutForm>
  );
}
