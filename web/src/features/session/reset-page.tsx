import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useMinimumPassword } from '../../shared/api/queries/use-minimum-password.ts';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { noPassword, PasswordFields, type PasswordValues } from '../../ui/form/password-fields.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useResetPassword } from './api/password-reset.ts';
import { SignedOutForm } from './signed-out-form.tsx';
import { useMailLink } from './use-mail-link.ts';

/** The target of a mail link: sets a new password by the token after the `#`. */
export function ResetPage(): ReactNode {
  const link = useMailLink();
  const reset = useResetPassword();
  const minimum = useMinimumPassword(link?.databaseName ?? '');
  const form = useForm<PasswordValues>({ mode: 'onTouched', defaultValues: noPassword });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ newPassword }) => {
    if (!link) return;
    reset.mutate(
      { ...link, newPassword },
      { onError: (error) => showFieldErrors(error, ['newPassword'], form.setError) },
    );
  });
  const again = <TextLink to="/forgot">Request a new link</TextLink>;

  return (
    <FormProvider {...form}>
      <SignedOutForm title="Choose a new password" onSubmit={() => void submit()}>
        {link === null ? (
          <>
            <Typography>This link is incomplete. Open it from the mail, or request a new one.</Typography>
            {again}
          </>
        ) : reset.isSuccess ? (
          <>
            <Alert severity="success" variant="outlined">
              Your password is changed. All your sessions have ended.
            </Alert>
            <TextLink to="/signin">Sign in</TextLink>
          </>
        ) : (
          <>
            {/* The server checks the password against the names of the token's user. */}
            <PasswordFields owner={() => ({ userName: '' })} minimum={minimum} />
            <FormFoot
              label="Set password"
              busy={reset.isPending}
              error={errors.newPassword === undefined ? reset.error : null}
              fallback="The password could not be set."
            />
            {again}
          </>
        )}
      </SignedOutForm>
    </FormProvider>
  );
}
