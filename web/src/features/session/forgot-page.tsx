import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { rememberedDatabase } from '../../shared/session/session.ts';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { AccountFields } from './account-fields.tsx';
import { useRequestReset } from './api/password-reset.ts';
import { SignedOutForm } from './signed-out-form.tsx';

const required = { required: 'Required.' };

/** Requests a mail to reset the password. */
export function ForgotPage(): ReactNode {
  const ask = useRequestReset();
  const database = rememberedDatabase();
  const { register, handleSubmit, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { databaseName: database, userName: '' },
  });
  const { errors } = formState;
  return (
    <SignedOutForm
      title="Forgot your password?"
      onSubmit={() => void handleSubmit((form) => ask.mutate(form))()}
    >
      {ask.isSuccess ? (
        <Alert severity="info" variant="outlined">
          If this user exists and has an e-mail address, we have sent a mail with a link to set a new
          password. The link works once, within an hour.
        </Alert>
      ) : (
        <>
          <Typography>We will mail you a link to set a new password.</Typography>
          <AccountFields
            nameLabel="User name or e-mail"
            databaseName={{ error: errors.databaseName?.message, ...register('databaseName', required) }}
            userName={{ error: errors.userName?.message, ...register('userName', required) }}
          />
          <FormFoot
            label="Send mail"
            busy={ask.isPending}
            error={ask.error}
            fallback="The mail could not be requested."
          />
        </>
      )}
      <TextLink to="/signin">Back to sign in</TextLink>
    </SignedOutForm>
  );
}
