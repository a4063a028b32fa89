import { mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import type { SecondFactorStep } from '@twinward/contracts/access/second-factor';
import { type ReactNode, useCallback, useState } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { readStored } from '../../shared/session/credentials.ts';
import { rememberedDatabase, signIn } from '../../shared/session/session.ts';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { Field } from '../../ui/form/field.tsx';
import { usePaused } from '../../ui/form/use-paused.ts';
import { Icon } from '../../ui/page/icon.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { AccountFields } from './account-fields.tsx';
import { useExternalSignInLabel, useStartExternalSignIn } from './api/external-sign-in.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignedOutForm } from './signed-out-form.tsx';
import { storeDestination, useExternalReturn } from './use-external-return.ts';

interface SignInForm {
  databaseName: string;
  userName: string;
  password: string;
}

const required = { required: 'Required.' };

/** A message why the user is signed out, with the cause under Details. */
interface Notice {
  message: string;
  detail?: string | undefined;
}

export function SignInPage(): ReactNode {
  const [notice, setNotice] = useState(endOfSession);
  const fail = useCallback((message: string) => setNotice({ message }), []);
  const [shown, setShown] = useState(false);
  const database = rememberedDatabase();
  const { register, handleSubmit, formState, resetField, setFocus, control } = useForm<SignInForm>({
    mode: 'onTouched',
    defaultValues: { databaseName: database, userName: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const isReturning = useExternalReturn(fail);
  const [pending, setPending] = useState<{ databaseName: string; step: SecondFactorStep } | null>(null);

  const submit = handleSubmit(async (form) => {
    setNotice(undefined);
    try {
      const step = await signIn(form);
      if (step === null) return;
      setPending({ databaseName: form.databaseName, step });
      resetField('password');
    } catch (error) {
      fail(failureMessage(error, 'Sign-in failed'));
      resetField('password');
      setFocus('password');
    }
  });

  if (pending !== null) {
    return (
      <SecondFactorForm
        {...pending}
        onOver={(because) => {
          setPending(null);
          setNotice(because === undefined ? undefined : { message: because });
        }}
      />
    );
  }
  return (
    <SignedOutForm title="Sign in to Twinward" onSubmit={() => void submit()}>
      {notice === undefined ? null : <AlertBar severity="error" {...notice} />}
      <AccountFields
        nameLabel="User name"
        databaseName={{ error: errors.databaseName?.message, ...register('databaseName', required) }}
        userName={{ error: errors.userName?.message, ...register('userName', required) }}
      />
      <Field
        label="Password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        error={errors.password?.message}
        endAdornment={
          <InputAdornment position="end">
            <IconButton
              edge="end"
              size="small"
              aria-label={shown ? 'Hide password' : 'Show password'}
              onClick={() => setShown(!shown)}
            >
              <Icon path={shown ? mdiEyeOffOutline : mdiEyeOutline} />
            </IconButton>
          </InputAdornment>
        }
        {...register('password', required)}
      />
      <Button type="submit" variant="contained" size="medium" loading={isSubmitting || isReturning}>
        Sign in
      </Button>
      <ExternalButton control={control} onFailure={fail} />
      <TextLink to="/forgot">Forgot your password?</TextLink>
    </SignedOutForm>
  );
}

/** The sign-in button for external users, if the entered database has an identity provider. */
function ExternalButton({
  control,
  onFailure,
}: {
  control: Control<SignInForm>;
  onFailure: (message: string) => void;
}): ReactNode {
  const location = useLocation();
  const databaseName = usePaused(useWatch({ control, name: 'databaseName' }).trim(), 300);
  const { data: label } = useExternalSignInLabel(databaseName);
  const start = useStartExternalSignIn(databaseName);
  if (label === undefined || label === null) return null;
  const begin = (): void => {
    storeDestination(location);
    start.mutate(undefined, { onError: (error) => onFailure(failureMessage(error, 'Sign-in failed')) });
  };
  return (
    <Button variant="outlined" size="medium" disabled={start.isPending} onClick={begin}>
      {label}
    </Button>
  );
}

/** Why the last session ended; undefined if there was none, or the user signed out. */
function endOfSession(): Notice | undefined {
  const stored = readStored();
  if (stored.credentials !== null || stored.endedBecause === undefined) return undefined;
  return { message: stored.endedBecause, detail: stored.detail };
}
